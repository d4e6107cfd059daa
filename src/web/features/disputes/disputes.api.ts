import { closeDispute, listDisputes, reopenDispute, updateDispute } from "#contract/disputes/disputes.ts";
import { type ChangeOf, unlessUnchanged } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import { callOf, callWithQuery } from "#web/platform/operation-endpoint.ts";

function changed(answer: unknown, error: ApiError | undefined, order: { orderId: number }) {
  const tags = unlessUnchanged(answer, error, order);
  return tags.length === 0 ? [] : [...tags, "DisputeList" as const];
}

export const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    disputes: build.query({
      ...callWithQuery(listDisputes),
      providesTags: ["DisputeList"],
      async onQueryStarted(_query, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (answer === null) return;
        const { open, due_soon, overdue, paid_while_deleted } = answer.data;
        dispatch(
          disputesApi.util.updateQueryData("disputeCounts", undefined, (draft) =>
            Object.assign(draft, { open, due_soon, overdue, paid_while_deleted }),
          ),
        );
      },
    }),
    /** The counts alone, for the frame; the overview's responses update them too. */
    disputeCounts: build.query({
      ...callOf(listDisputes, () => ({ query: { limit: 1 } })),
      providesTags: ["DisputeCounts"],
    }),
    updateDispute: build.mutation({
      ...callOf(updateDispute, ({ body }: ChangeOf<typeof updateDispute>) => ({ body })),
      invalidatesTags: changed,
    }),
    closeDispute: build.mutation({
      ...callOf(closeDispute, ({ body }: ChangeOf<typeof closeDispute>) => ({ body })),
      invalidatesTags: changed,
    }),
    reopenDispute: build.mutation({
      ...callOf(reopenDispute, ({ body }: ChangeOf<typeof reopenDispute>) => ({ body })),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useDisputesQuery,
  useDisputeCountsQuery,
  useUpdateDisputeMutation,
  useCloseDisputeMutation,
  useReopenDisputeMutation,
} = disputesApi;
