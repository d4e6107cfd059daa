import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { addTeamMemberSchema, teamMemberSchema } from "./team.ts";

/** As the form to add a member, without a password: the member chooses it. */
export const inviteTeamMemberSchema = addTeamMemberSchema.omit({ password: true });

export const inviteTeamMember = defineOperation({
  method: "POST",
  path: "/admin/invite-team-member",
  summary: "Invite a member: a link by mail, valid for seven days, lets them choose their password",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: inviteTeamMemberSchema,
  data: teamMemberSchema,
});

export const resendInvitation = defineOperation({
  method: "PUT",
  path: "/admin/resend-invitation",
  summary: "Mail an invited member a new link; the earlier one ends",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: z.object({ teamMemberId: rowIdSchema }),
  data: z.null(),
});

export const withdrawInvitation = defineOperation({
  method: "PUT",
  path: "/admin/withdraw-invitation",
  summary: "Withdraw an invitation: its link ends and the email is free again",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: z.object({ teamMemberId: rowIdSchema }),
  data: z.null(),
});
