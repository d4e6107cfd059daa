import { assignOrder, claimOrder, renewClaim, returnOrder } from "#contract/claims/claims.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";

/** Loaded with an order's claim. A refused change means that the claims on the screen are out of date. */
export const { useClaimOrderMutation, useReturnOrderMutation, useAssignOrderMutation, useRenewClaimMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      claimOrder: build.mutation({ ...callWithBody(claimOrder), invalidatesTags: ["Claims"] }),
      returnOrder: build.mutation({ ...callWithBody(returnOrder), invalidatesTags: ["Claims"] }),
      assignOrder: build.mutation({ ...callWithBody(assignOrder), invalidatesTags: ["Claims"] }),
      renewClaim: build.mutation({
        ...callWithBody(renewClaim),
        invalidatesTags: (_answer, error) => (error === undefined ? [] : ["Claims"]),
      }),
    }),
  });
