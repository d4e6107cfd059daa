import { recordRefund, undoRefund } from "#contract/refunds/record-refund.ts";
import { type ChangeOf, unlessUnchanged } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useRecordRefundMutation, useUndoRefundMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    recordRefund: build.mutation({
      ...callOf(recordRefund, ({ body }: ChangeOf<typeof recordRefund>) => ({ body })),
      invalidatesTags: unlessUnchanged,
    }),
    undoRefund: build.mutation({
      ...callOf(undoRefund, ({ body }: ChangeOf<typeof undoRefund>) => ({ body })),
      invalidatesTags: unlessUnchanged,
    }),
  }),
});
