import { encodeOrderId } from "#contract/orders/order-id.ts";

export const TRACK_ROUTE = "/track-order/:orderId?";
export const ORDER_ROUTE = "/get-new-order-details/:orderId";
/** Takes the form that answers a question. */
export const ANSWER_ROUTE = "/answer-question/:orderId";
/** Takes the form that asks for a correction. */
export const CORRECTION_ROUTE = "/request-correction/:orderId";
/** Takes the form that reports a download. */
export const REPORT_ROUTE = "/report-download/:orderId";
/** Takes the form that ends a visit. */
export const LEAVE_PATH = "/leave-visit";

/** The pages of mailed links, each with one button; `done` in place of the token shows the outcome. */
export const CONFIRM_EMAIL_ROUTE = "/confirm-email/:token";
export const CONTEST_EMAIL_ROUTE = "/contest-email/:token";
export const LINK_DONE = "done";

/** The URL of the track form, with its Order ID filled in if given. */
export function trackPath(orderId?: number): string {
  return orderId === undefined ? "/track-order" : `/track-order/${encodeOrderId(orderId)}`;
}

export const reportPath = (orderId: number) => REPORT_ROUTE.replace(":orderId", encodeOrderId(orderId));
export const correctionPath = (orderId: number) => CORRECTION_ROUTE.replace(":orderId", encodeOrderId(orderId));
export const answerPath = (orderId: number) => ANSWER_ROUTE.replace(":orderId", encodeOrderId(orderId));

export function orderPath(orderId: number): string {
  return `/get-new-order-details/${encodeOrderId(orderId)}`;
}
