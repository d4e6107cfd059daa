import type * as z from "zod";
import {
  beginEnrolment,
  beginTotp,
  confirmIdentity,
  confirmTotp,
  ownAccount,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
} from "#contract/factors/factors.ts";
import {
  acceptByPasskey,
  addPasskey,
  type addPasskeySchema,
  beginPasskey,
  confirmByPasskey,
  confirmOptions,
  deletePasskey,
  invitationOptions,
  passkeyOptions,
  passkeySignIn,
  renamePasskey,
  secondFactorOptions,
  setPasswordSignIn,
} from "#contract/factors/passkeys.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

/** The session of a mailed link, which is not stored; without it the member's own. */
interface Enrolment {
  token?: string | undefined;
}
const by = ({ token }: Enrolment) => (token === undefined ? {} : { token });

export const {
  usePasskeyOptionsMutation,
  usePasskeySignInMutation,
  useSecondFactorOptionsMutation,
  useConfirmOptionsMutation,
  useConfirmByPasskeyMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useInvitationOptionsMutation,
  useAcceptByPasskeyMutation,
  useRenamePasskeyMutation,
  useDeletePasskeyMutation,
  useSetPasswordSignInMutation,
  useSecondFactorMutation,
  useConfirmIdentityMutation,
  useBeginEnrolmentMutation,
  useOwnAccountQuery,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.mutation({ ...callWithBody(secondFactor) }),
    confirmIdentity: build.mutation({ ...callWithBody(confirmIdentity) }),
    beginEnrolment: build.mutation({ ...callWithBody(beginEnrolment) }),
    passkeyOptions: build.mutation({ ...callOf(passkeyOptions) }),
    passkeySignIn: build.mutation({ ...callWithBody(passkeySignIn) }),
    secondFactorOptions: build.mutation({ ...callWithBody(secondFactorOptions) }),
    confirmOptions: build.mutation({ ...callOf(confirmOptions) }),
    confirmByPasskey: build.mutation({ ...callWithBody(confirmByPasskey) }),
    beginPasskey: build.mutation({ ...callOf(beginPasskey, (enrolment: Enrolment) => by(enrolment)) }),
    addPasskey: build.mutation({
      ...callOf(addPasskey, ({ token, ...body }: Enrolment & z.input<typeof addPasskeySchema>) => ({
        body,
        ...by({ token }),
      })),
      invalidatesTags: (_answer, _error, { token }) => (token === undefined ? ["Account"] : []),
    }),
    invitationOptions: build.mutation({ ...callOf(invitationOptions, (token: string) => ({ body: { token } })) }),
    acceptByPasskey: build.mutation({ ...callWithBody(acceptByPasskey) }),
    renamePasskey: build.mutation({ ...callWithBody(renamePasskey), invalidatesTags: ["Account"] }),
    deletePasskey: build.mutation({ ...callWithBody(deletePasskey), invalidatesTags: ["Account"] }),
    setPasswordSignIn: build.mutation({
      ...callOf(setPasswordSignIn, (enabled: boolean) => ({ body: { enabled } })),
      invalidatesTags: ["Account"],
    }),
    ownAccount: build.query({ ...callOf(ownAccount), providesTags: ["Account"] }),
    beginTotp: build.mutation({ ...callOf(beginTotp, (enrolment: Enrolment) => by(enrolment)) }),
    confirmTotp: build.mutation({
      ...callOf(confirmTotp, ({ code, ...enrolment }: Enrolment & { code: string }) => ({
        body: { code },
        ...by(enrolment),
      })),
      invalidatesTags: (_answer, _error, { token }) => (token === undefined ? ["Account"] : []),
    }),
    removeTotp: build.mutation({ ...callOf(removeTotp), invalidatesTags: ["Account"] }),
    renewRecoveryCodes: build.mutation({ ...callOf(renewRecoveryCodes), invalidatesTags: ["Account"] }),
  }),
});
