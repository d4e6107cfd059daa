import type * as z from "zod";
import {
  recordRefund,
  type recordRefundSchema,
  undoRefund,
  type undoRefundSchema,
} from "#contract/refunds/record-refund.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

/** A refund, and the order it belongs to. */
interface Change<Body> {
  orderId: number;
  body: Body;
}

const OLD = new Set([404, 409, 422]);

/** A refusal for what has changed since also means that the screen is out of date. */
function changed(_answer: unknown, error: ApiError | undefined, { orderId }: { orderId: number }) {
  return error === undefined || OLD.has(error.httpStatus) ? orderTags(orderId) : [];
}

export const { useRecordRefundMutation, useUndoRefundMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    recordRefund: build.mutation({
      ...callOf(recordRefund, ({ body }: Change<z.input<typeof recordRefundSchema>>) => ({ body })),
      invalidatesTags: changed,
    }),
    undoRefund: build.mutation({
      ...callOf(undoRefund, ({ body }: Change<z.input<typeof undoRefundSchema>>) => ({ body })),
      invalidatesTags: changed,
    }),
  }),
});
