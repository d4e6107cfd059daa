import type * as z from "zod";
import { moveOrder, type moveOrderSchema, orderDetails } from "#contract/orders.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";
import { orderTags } from "../order-tags.ts";

const CONFLICT = 409;

export const { useOrderDetailsQuery, useMoveOrderMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetails: build.query({
      ...callOf(orderDetails, (orderId: number) => ({ params: { orderId } })),
      providesTags: (_answer, _error, orderId) => [{ type: "OrderDetails", id: orderId }],
    }),
    moveOrder: build.mutation({
      ...callOf(moveOrder, (body: z.input<typeof moveOrderSchema> & { orderId: number }) => ({ body })),
      // A refused move of an old version means that what is on the screen is old.
      invalidatesTags: (_answer, error, { orderId }) =>
        mayStand(error) || error?.httpStatus === CONFLICT ? orderTags(orderId) : [],
    }),
  }),
});
