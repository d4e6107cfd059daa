import type * as z from "zod";
import {
  changePassword,
  type changePasswordSchema,
  forgotPassword,
  type forgotPasswordSchema,
  resetPassword,
  type resetPasswordSchema,
  signIn,
  type signInSchema,
  signOut,
  userInfo,
} from "#contract/auth/auth.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...callOf(signIn, (body: z.output<typeof signInSchema>) => ({ body })) }),
    signOut: build.mutation({ ...callOf(signOut, (token: string) => ({ token })) }),
    userInfo: build.query({ ...callOf(userInfo), providesTags: ["UserInfo"] }),
    changePassword: build.mutation({
      ...callOf(changePassword, (body: z.output<typeof changePasswordSchema>) => ({ body })),
    }),
    forgotPassword: build.mutation({
      ...callOf(forgotPassword, (body: z.output<typeof forgotPasswordSchema>) => ({ body })),
    }),
    resetPassword: build.mutation({
      ...callOf(resetPassword, (body: z.output<typeof resetPasswordSchema>) => ({ body })),
    }),
  }),
});

export const {
  useChangePasswordMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useSignInMutation,
  useSignOutMutation,
  useUserInfoQuery,
} = authApi;
