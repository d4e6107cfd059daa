import type * as z from "zod";
import { deleteView, orderViews, pinnedViewCounts, pinView, saveView } from "#contract/order-views/order-views.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

const CHANGED = ["OrderView", "PinnedViewCounts", "Activity", "AuditLog"] as const;

export const orderViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderViews: build.query({
      ...callOf(orderViews),
      providesTags: ["OrderView"],
      // They hold the layouts of the lists, which must not change when one comes back.
      keepUnusedDataFor: 86_400,
    }),
    pinnedViewCounts: build.query({ ...callOf(pinnedViewCounts), providesTags: ["PinnedViewCounts"] }),
    pinView: build.mutation({ ...callWithBody(pinView), invalidatesTags: CHANGED.slice(0, 2) }),
    saveView: build.mutation({
      ...callOf(saveView, (body: z.input<typeof saveView.body>) => ({ body, isKeptAlive: true })),
      // A layout, without a name, leaves all else as it is.
      invalidatesTags: (_answer, _error, { name }) => (name === null ? ["OrderView"] : CHANGED),
    }),
    deleteView: build.mutation({ ...callWithBody(deleteView), invalidatesTags: CHANGED }),
  }),
});

export const {
  useOrderViewsQuery,
  usePinnedViewCountsQuery,
  usePinViewMutation,
  useSaveViewMutation,
  useDeleteViewMutation,
} = orderViewsApi;
