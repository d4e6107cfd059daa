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
  useSecondFactorMutation,
  useConfirmIdentityMutation,
  useBeginEnrolmentMutation,
  useOwnAccountQuery,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
} = factorsApi;
