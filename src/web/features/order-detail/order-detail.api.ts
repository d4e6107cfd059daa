import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { ofOrder } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const orderDetailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetails: build.query({
      ...callOf(orderDetails, (orderId: number) => ({ params: { orderId } })),
      providesTags: ofOrder,
    }),
  }),
});

export const { useOrderDetailsQuery } = orderDetailsApi;
