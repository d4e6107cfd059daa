import * as z from "zod";
import { MESSAGES } from "./messages.ts";

// Node and browsers both bring these two; the contract is compiled against neither.
declare function btoa(text: string): string;
declare function atob(base64: string): string;

/** Doubling an id must stay an exact integer, so ids end at half of the largest safe one. */
export const MAX_ORDER_ID = Math.floor(Number.MAX_SAFE_INTEGER / 2);

function isOrderId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= MAX_ORDER_ID;
}

/**
 * The route form of an id: doubled, base64, no padding (1234 becomes `MjQ2OA`). It hides nothing and locks nothing.
 * @throws RangeError when `id` is no order id
 */
export function encodeOrderId(id: number): string {
  if (!isOrderId(id)) throw new RangeError(`not an order id: ${id}`);
  return btoa(String(id * 2)).replace(/=+$/, "");
}

/** The id behind a route form, or null. Only what `encodeOrderId` writes is taken, so a typo never opens another order. */
export function decodeOrderId(encoded: string): number | null {
  if (!/^[A-Za-z0-9+/]{2,24}$/.test(encoded)) return null;
  let text: string;
  try {
    text = atob(encoded);
  } catch {
    return null; // Not base64 at all (a length that no input gives): the same answer as any other stranger.
  }
  if (!/^[1-9][0-9]*$/.test(text)) return null;
  const doubled = Number(text);
  if (doubled % 2 !== 0 || !isOrderId(doubled / 2)) return null;
  return encodeOrderId(doubled / 2) === encoded ? doubled / 2 : null;
}

/** An order id as a person or a client writes it: plain digits or the route form. Null when it is neither. */
export function parseOrderId(text: string): number | null {
  const trimmed = text.trim();
  if (/^[0-9]{1,16}$/.test(trimmed)) return isOrderId(Number(trimmed)) ? Number(trimmed) : null;
  return decodeOrderId(trimmed);
}

const orderNumber = z
  .int({ error: MESSAGES.orderIdInvalid })
  .min(1, MESSAGES.orderIdInvalid)
  .max(MAX_ORDER_ID, MESSAGES.orderIdInvalid);

/** A numeric order id; digits in a string are taken too, because forms and addresses carry text. */
export const orderIdSchema = z
  .union([orderNumber, z.string().regex(/^[0-9]{1,16}$/, MESSAGES.orderIdInvalid)], { error: MESSAGES.orderIdInvalid })
  .meta({ examples: [100001] })
  .transform(Number)
  .pipe(orderNumber);
