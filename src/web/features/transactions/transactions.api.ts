import { saveTransactionDetails } from "#contract/transactions/transactions.ts";
import { unlessRefused } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useSaveTransactionDetailsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    saveTransactionDetails: build.mutation({
      ...callWithBody(saveTransactionDetails),
      invalidatesTags: unlessRefused,
    }),
  }),
});
