import type * as z from "zod";
import {
  beginEnrolment,
  beginTotp,
  type ConfirmationAnswer,
  confirmIdentity,
  confirmTotp,
  ownAccount,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  type secondFactorSchema,
} from "#contract/factors/factors.ts";
import {
  acceptByPasskey,
  type acceptByPasskeySchema,
  addPasskey,
  type addPasskeySchema,
  beginPasskey,
  confirmByPasskey,
  type confirmByPasskeySchema,
  confirmOptions,
  deletePasskey,
  invitationOptions,
  passkeyOptions,
  passkeySignIn,
  type passkeySignInSchema,
  renamePasskey,
  type renamePasskeySchema,
  secondFactorOptions,
  setPasswordSignIn,
} from "#contract/factors/passkeys.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

/** The session of a mailed link, which is not stored; without it the member's own. */
interface Enrolment {
  token?: string | undefined;
}
const by = ({ token }: Enrolment) => (token === undefined ? {} : { token });

const factorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.mutation({
      ...callOf(secondFactor, (body: z.output<typeof secondFactorSchema>) => ({ body })),
    }),
    confirmIdentity: build.mutation({ ...callOf(confirmIdentity, (body: ConfirmationAnswer) => ({ body })) }),
    beginEnrolment: build.mutation({ ...callOf(beginEnrolment, (body: { token: string }) => ({ body })) }),
    passkeyOptions: build.mutation({ ...callOf(passkeyOptions) }),
    passkeySignIn: build.mutation({
      ...callOf(passkeySignIn, (body: z.input<typeof passkeySignInSchema>) => ({ body })),
    }),
    secondFactorOptions: build.mutation({ ...callOf(secondFactorOptions, (body: { ticket: string }) => ({ body })) }),
    confirmOptions: build.mutation({ ...callOf(confirmOptions) }),
    confirmByPasskey: build.mutation({
      ...callOf(confirmByPasskey, (body: z.input<typeof confirmByPasskeySchema>) => ({ body })),
    }),
    beginPasskey: build.mutation({ ...callOf(beginPasskey, (enrolment: Enrolment) => by(enrolment)) }),
    addPasskey: build.mutation({
      ...callOf(addPasskey, ({ token, ...body }: Enrolment & z.input<typeof addPasskeySchema>) => ({
        body,
        ...by({ token }),
      })),
      invalidatesTags: (_answer, _error, { token }) => (token === undefined ? ["Account"] : []),
    }),
    invitationOptions: build.mutation({ ...callOf(invitationOptions, (token: string) => ({ body: { token } })) }),
    acceptByPasskey: build.mutation({
      ...callOf(acceptByPasskey, (body: z.input<typeof acceptByPasskeySchema>) => ({ body })),
    }),
    renamePasskey: build.mutation({
      ...callOf(renamePasskey, (body: z.input<typeof renamePasskeySchema>) => ({ body })),
      invalidatesTags: ["Account"],
    }),
    deletePasskey: build.mutation({
      ...callOf(deletePasskey, (body: { id: string }) => ({ body })),
      invalidatesTags: ["Account"],
    }),
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
} = factorsApi;
