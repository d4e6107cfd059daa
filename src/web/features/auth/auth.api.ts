import { changePassword, forgotPassword, resetPassword, signIn, signOut, userInfo } from "#contract/auth/auth.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...callWithBody(signIn) }),
    signOut: build.mutation({ ...callOf(signOut, (token: string) => ({ token })) }),
    userInfo: build.query({ ...callOf(userInfo), providesTags: ["UserInfo"] }),
    changePassword: build.mutation({ ...callWithBody(changePassword) }),
    forgotPassword: build.mutation({ ...callWithBody(forgotPassword) }),
    resetPassword: build.mutation({ ...callWithBody(resetPassword) }),
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
