import type * as z from "zod";
import { saveTransactionDetails } from "#contract/transactions/transactions.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type TransactionDetails = z.input<typeof saveTransactionDetails.body> & { orderId: number };

export const { useSaveTransactionDetailsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    saveTransactionDetails: build.mutation({
      ...callOf(saveTransactionDetails, (body: TransactionDetails) => ({ body })),
      invalidatesTags: (_answer, error, { orderId }) => (mayStand(error) ? orderTags(orderId) : []),
    }),
  }),
});
