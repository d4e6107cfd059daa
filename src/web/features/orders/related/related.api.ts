import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { dismissDuplicate, relatedOrders } from "#contract/orders/related-orders.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";
import { ofOrder, orderTags } from "../order-tags.ts";

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
      ...callWithBody(dismissDuplicate),
      invalidatesTags: (_answer, _error, { orderId, otherId }) => [...orderTags(orderId), ...orderTags(otherId)],
    }),
  }),
});
