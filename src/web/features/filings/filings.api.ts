import { recordFiling, voidFiling } from "#contract/filings/filings.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { CallInput } from "#web/platform/api-call.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Recording = CallInput<typeof recordFiling> & { body: { orderId: number } };
type Voiding = CallInput<typeof voidFiling> & { orderId: number };

/** A refusal because of another version also means that the screen is out of date. */
const OLD = new Set([404, 409, 422, 503]);
const changed = (error: ApiError | undefined, orderId: number) =>
  error === undefined || OLD.has(error.httpStatus) ? orderTags(orderId) : [];

export const { useRecordFilingMutation, useVoidFilingMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    recordFiling: build.mutation({
      ...callOf(recordFiling, (recording: Recording) => recording),
      invalidatesTags: (_answer, error, { body }) => changed(error, body.orderId),
    }),
    voidFiling: build.mutation({
      ...callOf(voidFiling, ({ body }: Voiding) => ({ body })),
      invalidatesTags: (_answer, error, { orderId }) => changed(error, orderId),
    }),
  }),
});
