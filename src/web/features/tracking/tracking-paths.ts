import { encodeOrderId } from "#contract/order-id.ts";

export const TRACK_ROUTE = "/track-order/:orderId?";
export const ORDER_ROUTE = "/get-new-order-details/:orderId";

/** The address of the track form, its Order ID filled in when one is given. */
export function trackPath(orderId?: number): string {
  return orderId === undefined ? "/track-order" : `/track-order/${encodeOrderId(orderId)}`;
}

export function orderPath(orderId: number): string {
  return `/get-new-order-details/${encodeOrderId(orderId)}`;
}

/** What the track form is told when a visitor is sent back to it. */
export interface TrackArrival {
  mustProveAgain?: boolean;
}
