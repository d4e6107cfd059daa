import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { orderDetails } from "#contract/order-detail.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const orderDetailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetails: build.query({
      ...callOf(orderDetails, (orderId: number) => ({ params: { orderId } })),
      providesTags: (_answer, _error, orderId) => [{ type: "OrderDetails", id: orderId }],
    }),
  }),
});

type ApiState = Parameters<ReturnType<typeof orderDetailsApi.endpoints.orderDetails.select>>[0];
export type ApiDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>;

export const { useOrderDetailsQuery } = orderDetailsApi;
