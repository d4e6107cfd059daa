import type * as z from "zod";
import { claims, takeNext } from "#contract/claims/claims.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const claimsApi = api.injectEndpoints({
  endpoints: (build) => ({
    claims: build.query({ ...callOf(claims), providesTags: ["Claims"] }),
    takeNext: build.mutation({
      ...callOf(takeNext, (body: z.input<typeof takeNext.body>) => ({ body })),
      invalidatesTags: ["Claims"],
    }),
  }),
});

export const { useClaimsQuery, useTakeNextMutation } = claimsApi;
