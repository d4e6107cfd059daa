import type * as z from "zod";
import { changeOrderEmail, resolveEmailChange } from "#contract/email-changes/email-changes.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Change = z.input<typeof changeOrderEmail.body> & { orderId: number };
type Resolution = z.input<typeof resolveEmailChange.body> & { orderId: number };

// A refusal may also mean that the screen is out of date.
export const { useChangeOrderEmailMutation, useResolveEmailChangeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    changeOrderEmail: build.mutation({
      ...callOf(changeOrderEmail, (body: Change) => ({ body })),
      invalidatesTags: (_answer, _error, { orderId }) => orderTags(orderId),
    }),
    resolveEmailChange: build.mutation({
      ...callOf(resolveEmailChange, (body: Resolution) => ({ body })),
      invalidatesTags: (_answer, _error, { orderId }) => orderTags(orderId),
    }),
  }),
});
