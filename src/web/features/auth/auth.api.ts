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
import {
  beginEnrolment,
  type ConfirmationAnswer,
  confirmIdentity,
  secondFactor,
  type secondFactorSchema,
} from "#contract/factors/factors.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...callOf(signIn, (body: z.output<typeof signInSchema>) => ({ body })) }),
    secondFactor: build.mutation({
      ...callOf(secondFactor, (body: z.output<typeof secondFactorSchema>) => ({ body })),
    }),
    beginEnrolment: build.mutation({ ...callOf(beginEnrolment, (body: { token: string }) => ({ body })) }),
    signOut: build.mutation({ ...callOf(signOut, (token: string) => ({ token })) }),
    userInfo: build.query({ ...callOf(userInfo), providesTags: ["UserInfo"] }),
    confirmIdentity: build.mutation({ ...callOf(confirmIdentity, (body: ConfirmationAnswer) => ({ body })) }),
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
  useConfirmIdentityMutation,
  useForgotPasswordMutation,
  useBeginEnrolmentMutation,
  useResetPasswordMutation,
  useSecondFactorMutation,
  useSignInMutation,
  useSignOutMutation,
  useUserInfoQuery,
} = authApi;
