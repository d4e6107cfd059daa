import type { LoaderFunctionArgs } from "react-router";
import { decodeOrderId } from "#contract/orders/order-id.ts";
import { readSession } from "#web/platform/session.ts";
import type { AppDispatch } from "#web/platform/store-hooks.ts";
import { orderDetailsApi } from "./order-detail.api.ts";

/** The page shows the response of this call, instead of making its own, if it arrived at most so long before. */
export const OPENED_SECONDS = 5;

/**
 * The loader of an order's page. Requests the order as soon as its link is followed, never before: each response is
 * recorded in the view log. Nothing waits for it: the page first shows what is known.
 */
export function openOrder(dispatch: AppDispatch) {
  return ({ params }: LoaderFunctionArgs): null => {
    const orderId = decodeOrderId(params.orderId ?? "");
    if (orderId !== null && readSession() !== null) {
      const call = { subscribe: false, forceRefetch: true };
      void dispatch(orderDetailsApi.endpoints.orderDetails.initiate(orderId, call));
    }
    return null;
  };
}
