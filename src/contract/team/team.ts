import * as z from "zod";
import { newPasswordText } from "#contract/auth/auth.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { type Role, roleSchema } from "#contract/roles.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { emailText, requiredLine } from "#contract/text-schemas.ts";
import { TEAM_MESSAGES } from "./messages.ts";

/** Shown in the list's Password column: never a password (decision record 0031). */
export const PASSWORD_MASK = "••••••••";

/** The fields of a member; no password in any form. */
export const teamMemberSchema = z
  .object({ id: z.int(), name: z.string(), email: z.string(), type: roleSchema })
  .meta({ id: "TeamMember" });
export type TeamMember = z.infer<typeof teamMemberSchema>;

/** Of the mail with a link: `delayed` is tried again, `refused` is not. */
export const LINK_MAIL_STATES = ["queued", "sent", "delayed", "refused"] as const;
export type LinkMailState = (typeof LINK_MAIL_STATES)[number];

/** A row of the list: `memberRole` is the label of `type`. */
export const teamListEntrySchema = teamMemberSchema
  .extend({
    memberRole: roleSchema,
    /** Empty for an invited member, who has none yet. */
    password: z.enum([PASSWORD_MASK, ""]),
    /** Of an invited member only; null once the link has expired. */
    invited_until: instantSchema.nullable().optional(),
    /** Of an invited member only: how far the mail with the link is; null once the link has expired. */
    invitation_mail: z.enum(LINK_MAIL_STATES).nullable().optional(),
  })
  .meta({ id: "TeamListEntry" });
export type TeamListEntry = z.infer<typeof teamListEntrySchema>;

const person = {
  name: requiredLine(TEAM_MESSAGES.teamNameRequired),
  email: emailText(TEAM_MESSAGES.teamEmailRequired),
  type: roleSchema,
};
const password = newPasswordText(TEAM_MESSAGES.teamPasswordRequired, TEAM_MESSAGES.teamPasswordLong);

export const addTeamMemberSchema = z.object({ ...person, password });

/** An absent or empty password keeps the current one. */
export const editTeamMemberSchema = z.object({
  ...person,
  password: z
    .union([z.literal(""), password])
    .optional()
    .transform((text) => (text === "" ? undefined : text)),
});

export const listTeam = defineOperation({
  method: "GET",
  path: "/admin/get-team-member-list",
  summary: "The team",
  access: "team:view",
  shows: "nothing",
  data: z.array(teamListEntrySchema),
});

export const listTeamTypes = defineOperation({
  method: "GET",
  path: "/admin/get-team-member-type",
  summary: "The member types",
  access: "team:view",
  shows: "nothing",
  data: z.array(roleSchema),
});

export const teamMemberInfo = defineOperation({
  method: "GET",
  path: "/admin/team-member-info/:id",
  summary: "One member of the team",
  access: "team:view",
  shows: "nothing",
  params: z.object({ id: rowIdSchema }),
  data: teamMemberSchema,
});

export const addTeamMember = defineOperation({
  method: "POST",
  path: "/admin/add-team-member",
  summary: "Add a member",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: addTeamMemberSchema,
  data: teamMemberSchema,
});

export const updateTeamMember = defineOperation({
  method: "POST",
  path: "/admin/update-team-member",
  summary: "Change a member; a new type or password ends the member's sessions",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: editTeamMemberSchema.extend({ tmId: rowIdSchema }),
  data: teamMemberSchema,
});

export const deleteTeamMember = defineOperation({
  method: "PUT",
  path: "/admin/delete-team-member",
  summary: "Remove a member: no more sign-in, sessions end, the name stays in the timelines",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: z.object({ teamMemberId: rowIdSchema }),
  data: z.null(),
});

/** Whom a role may add, change or delete, in addition to the permission: a Manager no Admin (decision record 0021). */
export function canManageMember(actor: Role, member: Role): boolean {
  return actor === "Admin" || (actor === "Manager" && member !== "Admin");
}

/**
 * Whose password, email and type a member may set, in addition to the permission to manage them: never their own, because
 * an unattended screen would be enough to take over the account, and a Manager no other Manager's.
 */
export function canSetCredentials(actor: { id: number; type: Role }, member: Pick<TeamMember, "id" | "type">): boolean {
  return actor.id !== member.id && (actor.type === "Admin" || member.type !== actor.type);
}
