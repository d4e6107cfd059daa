import type * as z from "zod";
import {
  inviteTeamMember,
  type inviteTeamMemberSchema,
  resendInvitation,
  withdrawInvitation,
} from "#contract/team/invitations.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";
import { CHANGED } from "./team.api.ts";

const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    inviteTeamMember: build.mutation({
      ...callOf(inviteTeamMember, (body: z.input<typeof inviteTeamMemberSchema>) => ({ body })),
      invalidatesTags: (_answer, error) => (mayStand(error) ? CHANGED : []),
    }),
    // Whatever became of it: somebody else may have been faster, or the member.
    resendInvitation: build.mutation({
      ...callOf(resendInvitation, (teamMemberId: number) => ({ body: { teamMemberId } })),
      invalidatesTags: CHANGED,
    }),
    withdrawInvitation: build.mutation({
      ...callOf(withdrawInvitation, (teamMemberId: number) => ({ body: { teamMemberId } })),
      invalidatesTags: CHANGED,
    }),
  }),
});

export const { useInviteTeamMemberMutation, useResendInvitationMutation, useWithdrawInvitationMutation } =
  invitationsApi;
