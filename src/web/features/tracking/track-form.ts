import { parseOrderId } from "#contract/orders/order-id.ts";
import { cleanEmail, cleanLine, isEmail } from "#contract/text.ts";
import type { TrackRequest } from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";

export const TRACK_FIELDS = ["orderId", "email"] as const;
export type TrackField = (typeof TRACK_FIELDS)[number];
export type TrackValues = Record<TrackField, string>;

type TrackErrors = Partial<Record<TrackField, string>>;

/** As received, before cleaning; the limits of `trackOrderSchema`. */
const MAX_LENGTHS = { orderId: 2000, email: 1000 };

/**
 * The cleaned input, or the error of each invalid field, by the rules of `trackOrderSchema` without its library; a test
 * compares the two.
 */
export function checkTrack(values: TrackValues): { request: TrackRequest | null; errors: TrackErrors } {
  const { trackOrderIdRequired, trackEmailRequired, trackNotFound } = VISITOR_MESSAGES;
  const request = { orderId: cleanLine(values.orderId), email: cleanEmail(values.email) };
  const errors: TrackErrors = {};
  if (values.orderId.length > MAX_LENGTHS.orderId) errors.orderId = trackNotFound;
  else if (request.orderId === "") errors.orderId = trackOrderIdRequired;
  if (values.email.length > MAX_LENGTHS.email || !isEmail(request.email)) errors.email = trackEmailRequired;
  return { request: Object.keys(errors).length === 0 ? request : null, errors };
}

/** What is wrong with text that is no e-mail address; undefined for an address, and where nothing was entered. */
export function emailFault(email: string): "emailComma" | "emailSpace" | "emailForm" | undefined {
  const text = cleanEmail(email);
  if (text === "" || isEmail(text)) return undefined;
  if (/[,،、]/.test(text)) return "emailComma";
  return text.includes(" ") ? "emailSpace" : "emailForm";
}

/** The initial value of the Order ID field: the id in the URL as digits, or empty. */
export function orderIdFromRoute(param: string | undefined): string {
  return String(parseOrderId(param ?? "") ?? "");
}
