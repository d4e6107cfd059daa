import type { FastifyInstance } from "fastify";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { ROLES } from "#contract/roles.ts";
import { inviteTeamMember, resendInvitation, withdrawInvitation } from "#contract/team/invitations.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import {
  addTeamMember,
  deleteTeamMember,
  listTeam,
  listTeamTypes,
  teamMemberInfo,
  updateTeamMember,
} from "#contract/team/team.ts";
import { route } from "#server/platform/http/route.ts";
import type { TeamService } from "./team.service.ts";

export function registerTeamRoutes(app: FastifyInstance, team: TeamService): void {
  route(app, listTeam, async () => ({ data: await team.list() }));

  route(app, listTeamTypes, async () => ({ data: [...ROLES] }));

  route(app, teamMemberInfo, async ({ params }) => ({ data: await team.info(params.id) }));

  route(app, addTeamMember, async ({ actor, body }) => ({
    data: await team.add(actor, body),
    message: TEAM_MESSAGES.teamMemberAdded,
  }));

  route(app, updateTeamMember, async ({ actor, body }) => ({
    data: await team.update(actor, body),
    message: TEAM_MESSAGES.teamMemberUpdated,
  }));

  route(app, inviteTeamMember, async ({ actor, body }) => ({
    data: await team.invite(actor, body),
    message: LINK_MESSAGES.invitationSent,
  }));

  route(app, resendInvitation, async ({ actor, body }) => {
    await team.resendInvitation(actor, body.teamMemberId);
    return { data: null, message: LINK_MESSAGES.invitationSentAgain };
  });

  route(app, withdrawInvitation, async ({ actor, body }) => {
    await team.withdrawInvitation(actor, body.teamMemberId);
    return { data: null, message: LINK_MESSAGES.invitationWithdrawn };
  });

  route(app, deleteTeamMember, async ({ actor, body }) => {
    await team.remove(actor, body.teamMemberId);
    return { data: null, message: TEAM_MESSAGES.teamMemberDeleted };
  });
}
