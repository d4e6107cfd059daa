import type * as z from "zod";
import { signIn, type signInSchema, signOut, userInfo } from "#contract/auth.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...callOf(signIn, (body: z.output<typeof signInSchema>) => ({ body })) }),
    signOut: build.mutation({ ...callOf(signOut) }),
    userInfo: build.query({ ...callOf(userInfo), providesTags: ["UserInfo"] }),
  }),
});

export const { useSignInMutation, useSignOutMutation, useUserInfoQuery } = authApi;
