import type * as z from "zod";
import { assignOrder, claimOrder, renewClaim, returnOrder } from "#contract/claims/claims.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

/** Loaded with an order's claim. A refused change means that the claims on the screen are out of date. */
export const { useClaimOrderMutation, useReturnOrderMutation, useAssignOrderMutation, useRenewClaimMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      claimOrder: build.mutation({
        ...callOf(claimOrder, (body: z.input<typeof claimOrder.body>) => ({ body })),
        invalidatesTags: ["Claims"],
      }),
      returnOrder: build.mutation({
        ...callOf(returnOrder, (body: z.input<typeof returnOrder.body>) => ({ body })),
        invalidatesTags: ["Claims"],
      }),
      assignOrder: build.mutation({
        ...callOf(assignOrder, (body: z.input<typeof assignOrder.body>) => ({ body })),
        invalidatesTags: ["Claims"],
      }),
      renewClaim: build.mutation({
        ...callOf(renewClaim, (body: z.input<typeof renewClaim.body>) => ({ body })),
        invalidatesTags: (_answer, error) => (error === undefined ? [] : ["Claims"]),
      }),
    }),
  });
