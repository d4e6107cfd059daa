import {
  correctOrder,
  decideCorrection,
  previewCorrection,
  requestCorrection,
} from "#contract/corrections/corrections.ts";
import { type ChangeOf, unlessUnchanged } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const {
  usePreviewCorrectionQuery,
  useCorrectOrderMutation,
  useRequestCorrectionMutation,
  useDecideCorrectionMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    previewCorrection: build.query({
      ...callWithBody(previewCorrection),
      keepUnusedDataFor: 0,
      providesTags: (_answer, _error, { orderId }) => [{ type: "OrderDetails", id: Number(orderId) }],
    }),
    correctOrder: build.mutation({ ...callWithBody(correctOrder), invalidatesTags: unlessUnchanged }),
    requestCorrection: build.mutation({ ...callWithBody(requestCorrection), invalidatesTags: unlessUnchanged }),
    decideCorrection: build.mutation({
      ...callOf(decideCorrection, ({ body }: ChangeOf<typeof decideCorrection>) => ({ body })),
      invalidatesTags: unlessUnchanged,
    }),
  }),
});
