import { claims, takeNext } from "#contract/claims/claims.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const claimsApi = api.injectEndpoints({
  endpoints: (build) => ({
    claims: build.query({ ...callOf(claims), providesTags: ["Claims"] }),
    takeNext: build.mutation({ ...callWithBody(takeNext), invalidatesTags: ["Claims"] }),
  }),
});

export const { useClaimsQuery, useTakeNextMutation } = claimsApi;
