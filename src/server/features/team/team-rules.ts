import { MESSAGES } from "#contract/messages.ts";
import type { Role } from "#contract/roles.ts";
import { canManageMember, type TeamMember } from "#contract/team.ts";
import { AppError } from "#server/platform/app-error.ts";
import { requirePermission } from "#server/platform/http/access.ts";

/** Decision 17 and doubt D-40: a Manager neither touches an Admin nor makes one. @throws AppError forbidden */
export function requireManageable(actor: { type: Role }, ...types: readonly Role[]): void {
  requirePermission(actor, "team:manage");
  if (types.every((type) => canManageMember(actor.type, type))) return;
  throw new AppError("forbidden", MESSAGES.teamManagerOnAdmin);
}

/** Decision 18: the last Admin stays one. @throws AppError rule_violation */
export function requireAnotherAdmin(member: TeamMember, admins: number): void {
  if (member.type === "Admin" && admins <= 1) throw new AppError("rule_violation", MESSAGES.teamLastAdmin);
}

/** Decision 18: nobody removes himself or changes the own type. @throws AppError rule_violation with this message */
export function requireSomebodyElse(actor: { id: number }, member: TeamMember, message: string): void {
  if (actor.id === member.id) throw new AppError("rule_violation", message);
}

type Change = "name" | "email" | "type" | "password";

/** What an edit changes, in the order of the list's columns. */
export function changedFields(before: TeamMember, after: TeamMember, hasNewPassword: boolean): Change[] {
  const compared = (["name", "email"] as const).filter((field) => before[field] !== after[field]);
  return [
    ...compared,
    ...(hasNewPassword ? (["password"] as const) : []),
    ...(before.type === after.type ? [] : (["type"] as const)),
  ];
}
