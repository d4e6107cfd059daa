import type * as z from "zod";
import { parseOrderId } from "#contract/order-id.ts";
import { trackOrderSchema } from "#contract/tracking.ts";

export const TRACK_FIELDS = ["orderId", "email"] as const;
export type TrackField = (typeof TRACK_FIELDS)[number];
export type TrackValues = Record<TrackField, string>;

type TrackErrors = Partial<Record<TrackField, string>>;

/** What is sent, cleaned as the contract cleans it, or the first message of each field that is wrong. */
export function checkTrack(values: TrackValues): {
  request: z.output<typeof trackOrderSchema> | null;
  errors: TrackErrors;
} {
  const { data, error } = trackOrderSchema.safeParse(values);
  const errors: TrackErrors = {};
  for (const { path, message } of error?.issues ?? []) {
    const field = TRACK_FIELDS.find((each) => each === path[0]);
    if (field !== undefined) errors[field] ??= message;
  }
  return { request: data ?? null, errors };
}

/** What the Order ID field starts with: the order of the address in digits, nothing when the address names none. */
export function orderIdFromRoute(param: string | undefined): string {
  return String(parseOrderId(param ?? "") ?? "");
}
