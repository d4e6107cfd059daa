import { inviteTeamMember, resendInvitation, withdrawInvitation } from "#contract/team/invitations.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";
import { CHANGED, unlessRefused } from "./team.api.ts";

export const { useInviteTeamMemberMutation, useResendInvitationMutation, useWithdrawInvitationMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      inviteTeamMember: build.mutation({ ...callWithBody(inviteTeamMember), invalidatesTags: unlessRefused }),
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
