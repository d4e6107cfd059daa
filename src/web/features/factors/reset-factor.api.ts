import { resetFactor } from "#contract/factors/reset-factor.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useResetFactorMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    resetFactor: build.mutation({
      ...callWithBody(resetFactor),
      // Whether the member has a factor comes with the sessions; a refusal may mean that another Admin was faster.
      invalidatesTags: ["Session"],
    }),
  }),
});
