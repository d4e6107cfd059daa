import * as z from "zod";
import { newPasswordText } from "./auth.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { type Role, roleSchema } from "./roles.ts";
import { rowIdSchema, rowIdTextSchema } from "./row-id.ts";
import { emailText, requiredLine } from "./text.ts";

/** What stands in the list's Password column: never a password (decision 16). */
export const PASSWORD_MASK = "••••••••";

/** A member as one is asked for; no password in any form. */
export const teamMemberSchema = z
  .object({ id: z.int(), name: z.string(), email: z.string(), type: roleSchema })
  .meta({ id: "TeamMember" });
export type TeamMember = z.infer<typeof teamMemberSchema>;

/** A line of the list: `memberRole` is the name of `type` on the screen. */
export const teamListEntrySchema = teamMemberSchema
  .extend({ memberRole: roleSchema, password: z.literal(PASSWORD_MASK) })
  .meta({ id: "TeamListEntry" });
export type TeamListEntry = z.infer<typeof teamListEntrySchema>;

const person = {
  name: requiredLine(MESSAGES.teamNameRequired),
  email: emailText(MESSAGES.teamEmailRequired),
  type: roleSchema,
};
const password = newPasswordText(MESSAGES.teamPasswordRequired, MESSAGES.teamPasswordShort, MESSAGES.teamPasswordLong);

export const addTeamMemberSchema = z.object({ ...person, password });

/** An absent or empty password keeps the one there is. */
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
  data: z.array(teamListEntrySchema),
});

export const listTeamTypes = defineOperation({
  method: "GET",
  path: "/admin/get-team-member-type",
  summary: "The types a member may be of",
  access: "team:view",
  data: z.array(roleSchema),
});

export const teamMemberInfo = defineOperation({
  method: "GET",
  path: "/admin/team-member-info/:id",
  summary: "One member of the team",
  access: "team:view",
  params: z.object({ id: rowIdTextSchema }),
  data: teamMemberSchema,
});

export const addTeamMember = defineOperation({
  method: "POST",
  path: "/admin/add-team-member",
  summary: "Add a member",
  access: "team:manage",
  body: addTeamMemberSchema,
  data: teamMemberSchema,
});

export const updateTeamMember = defineOperation({
  method: "POST",
  path: "/admin/update-team-member",
  summary: "Change a member; a new type or password ends the member's sessions",
  access: "team:manage",
  body: editTeamMemberSchema.extend({ tmId: rowIdSchema }),
  data: teamMemberSchema,
});

export const deleteTeamMember = defineOperation({
  method: "PUT",
  path: "/admin/delete-team-member",
  summary: "Remove a member: no more sign-in, sessions ended, the name stays in the histories",
  access: "team:manage",
  body: z.object({ teamMemberId: rowIdSchema }),
  data: z.null(),
});

/** Whom a role may add, change or delete, beside the permission itself: a Manager no Admin (decision 17, D-40). */
export function canManageMember(actor: Role, member: Role): boolean {
  return actor === "Admin" || (actor === "Manager" && member !== "Admin");
}
