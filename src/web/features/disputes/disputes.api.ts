import type * as z from "zod";
import {
  closeDispute,
  type closeDisputeSchema,
  listDisputes,
  reopenDispute,
  type reopenDisputeSchema,
  updateDispute,
  type updateDisputeSchema,
} from "#contract/disputes/disputes.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

/** A change of a dispute, and the order it belongs to. */
interface Change<Body> {
  orderId: number;
  body: Body;
}

const OLD = new Set([404, 409, 422]);

/** A refusal for an old version also means that the screen is out of date. */
function changed(_answer: unknown, error: ApiError | undefined, { orderId }: { orderId: number }) {
  return error === undefined || OLD.has(error.httpStatus) ? [...orderTags(orderId), "DisputeList" as const] : [];
}

export const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    disputes: build.query({
      ...callOf(listDisputes, (query: z.input<typeof listDisputes.query>) => ({ query })),
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
      ...callOf(updateDispute, ({ body }: Change<z.input<typeof updateDisputeSchema>>) => ({ body })),
      invalidatesTags: changed,
    }),
    closeDispute: build.mutation({
      ...callOf(closeDispute, ({ body }: Change<z.input<typeof closeDisputeSchema>>) => ({ body })),
      invalidatesTags: changed,
    }),
    reopenDispute: build.mutation({
      ...callOf(reopenDispute, ({ body }: Change<z.input<typeof reopenDisputeSchema>>) => ({ body })),
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
