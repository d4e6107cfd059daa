import type * as z from "zod";
import { deleteView, orderViews, saveView } from "#contract/order-views/order-views.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const orderViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderViews: build.query({
      ...callOf(orderViews),
      providesTags: ["OrderView"],
      // They hold the layouts of the lists, which must not change when one comes back.
      keepUnusedDataFor: 86_400,
    }),
    saveView: build.mutation({
      ...callOf(saveView, (body: z.input<typeof saveView.body>) => ({ body, isKeptAlive: true })),
      invalidatesTags: ["OrderView", "Activity", "AuditLog"],
    }),
    deleteView: build.mutation({
      ...callOf(deleteView, (body: z.input<typeof deleteView.body>) => ({ body })),
      invalidatesTags: ["OrderView", "Activity", "AuditLog"],
    }),
  }),
});

export const { useOrderViewsQuery, useSaveViewMutation, useDeleteViewMutation } = orderViewsApi;
