import type * as z from "zod";
import {
  correctOrder,
  decideCorrection,
  previewCorrection,
  requestCorrection,
} from "#contract/corrections/corrections.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Asked = z.input<typeof previewCorrection.body> & { orderId: number };
type Correction = z.input<typeof correctOrder.body> & { orderId: number };
type Requested = z.input<typeof requestCorrection.body> & { orderId: number };
interface Decision {
  orderId: number;
  body: z.input<typeof decideCorrection.body>;
}

const OLD = new Set([404, 409, 422]);

/** A refusal for old facts also means that the screen is out of date. */
const changed = (_answer: unknown, error: ApiError | undefined, { orderId }: { orderId: number }) =>
  error === undefined || OLD.has(error.httpStatus) ? orderTags(orderId) : [];

export const {
  usePreviewCorrectionQuery,
  useCorrectOrderMutation,
  useRequestCorrectionMutation,
  useDecideCorrectionMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    previewCorrection: build.query({
      ...callOf(previewCorrection, (body: Asked) => ({ body })),
      keepUnusedDataFor: 0,
      providesTags: (_answer, _error, { orderId }) => [{ type: "OrderDetails", id: orderId }],
    }),
    correctOrder: build.mutation({
      ...callOf(correctOrder, (body: Correction) => ({ body })),
      invalidatesTags: changed,
    }),
    requestCorrection: build.mutation({
      ...callOf(requestCorrection, (body: Requested) => ({ body })),
      invalidatesTags: changed,
    }),
    decideCorrection: build.mutation({
      ...callOf(decideCorrection, ({ body }: Decision) => ({ body })),
      invalidatesTags: changed,
    }),
  }),
});
