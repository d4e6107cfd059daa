import * as z from "zod";
import { DAY_MS } from "#contract/dates.ts";
import { cleanLine } from "#contract/text.ts";

const DETAIL_LENGTH = 500;
const NAME_LENGTH = 200;
/** The largest possible mail id. */
const ID_MAX = 2_147_483_647;

/** Undefined instead of an error: additions or changes by a provider must not make a report unreadable. */
export const loose = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** A list without the entries of another shape. */
export const looseList = <S extends z.ZodType>(schema: S) =>
  loose(z.array(loose(schema)).transform((items) => items.filter((item) => item !== undefined)));

/** Each field of a shape made `loose`. */
export function looseShape<S extends z.ZodRawShape>(shape: S) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, loose(schema as z.ZodType)]);
  return Object.fromEntries(fields) as { [K in keyof S]: ReturnType<typeof loose<Extract<S[K], z.ZodType>>> };
}

/** A provider's text, cleaned for display and storage; null if empty. */
export function cleanDetail(...parts: (string | null | undefined)[]): string | null {
  const detail = parts.map((part) => cleanLine(part ?? "")).find((part) => part !== "");
  return detail?.slice(0, DETAIL_LENGTH).toWellFormed() ?? null;
}

/** An id given by us or the provider: printable and short, else null. */
export function idOf(text: string | undefined): string | null {
  return text !== undefined && /^[\x21-\x7e]+$/.test(text) && text.length <= NAME_LENGTH ? text : null;
}

/** A mail id from a report, else null. */
export function mailIdOf(text: string | number | undefined): number | null {
  const id = /^\d{1,10}$/.test(String(text)) ? Number(text) : 0;
  return id >= 1 && id <= ID_MAX ? id : null;
}

/** Time of an event by the provider; the time of arrival if that is implausible. */
export function instantOf(at: string | number | undefined, receivedAt: Date): Date {
  const date = new Date(at ?? Number.NaN);
  const isPlausible = date.getTime() > Date.UTC(2000, 0) && date.getTime() < receivedAt.getTime() + DAY_MS;
  return isPlausible ? date : receivedAt;
}
