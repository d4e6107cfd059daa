import type * as z from "zod";
import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { dismissDuplicate, relatedOrders } from "#contract/orders/related-orders.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";
import { orderTags } from "../order-tags.ts";

type Dismissal = z.input<typeof dismissDuplicate.body> & { orderId: number; otherId: number };
const ofOrder = (_answer: unknown, _error: unknown, orderId: number) => [
  { type: "OrderDetails" as const, id: orderId },
];

export const { useRelatedOrdersQuery, useComparedOrderQuery, useDismissDuplicateMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    relatedOrders: build.query({
      ...callOf(relatedOrders, (orderId: number) => ({ params: { orderId } })),
      providesTags: ofOrder,
    }),
    comparedOrder: build.query({
      ...callOf(orderDetails, (orderId: number) => ({ params: { orderId } })),
      providesTags: ofOrder,
    }),
    // A refusal also means that the screen is out of date.
    dismissDuplicate: build.mutation({
      ...callOf(dismissDuplicate, (body: Dismissal) => ({ body })),
      invalidatesTags: (_answer, _error, { orderId, otherId }) => [...orderTags(orderId), ...orderTags(otherId)],
    }),
  }),
});
