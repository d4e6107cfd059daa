import type { Role } from "#contract/roles.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { canManageMember, canSetCredentials, type TeamMember } from "#contract/team/team.ts";
import { AppError, refused } from "#server/platform/app-error.ts";
import { requirePermission } from "#server/platform/http/access.ts";

/** Decision record 0021: a Manager may neither change an Admin nor create one. @throws AppError forbidden */
export function requireManageable(actor: { type: Role }, ...types: readonly Role[]): void {
  requirePermission(actor, "team:manage");
  if (types.every((type) => canManageMember(actor.type, type))) return;
  throw new AppError("forbidden", TEAM_MESSAGES.teamManagerOnAdmin);
}

/** Decision record 0046: an Admin who can sign in must remain. @throws AppError rule_violation */
export function requireAnotherAdmin(member: TeamMember, others: number): void {
  if (member.type === "Admin" && others === 0) throw new AppError("rule_violation", TEAM_MESSAGES.teamLastAdmin);
}

/** Decision record 0046: members can't remove themselves. @throws AppError rule_violation with the given message */
export function requireOtherMember(actor: { id: number }, member: TeamMember, message: string): void {
  if (actor.id === member.id) throw new AppError("rule_violation", message);
}

/**
 * An unattended screen must not suffice to take over its account, and a Manager must not be able to take over another
 * Manager's account, not even by changing its type first. @throws AppError rule_violation, forbidden
 */
export function requireCredentialRights(
  actor: { id: number; type: Role },
  before: TeamMember,
  changes: readonly Change[],
): void {
  if (!changes.some((change) => change !== "name") || canSetCredentials(actor, before)) return;
  if (actor.id !== before.id) throw new AppError("forbidden", TEAM_MESSAGES.teamManagerOnManager);
  if (changes.includes("password")) throw refused(TEAM_MESSAGES.teamOwnPassword, "password");
  if (changes.includes("email")) throw refused(TEAM_MESSAGES.teamOwnEmail, "email");
  throw refused(TEAM_MESSAGES.teamOwnType, "type");
}

type Change = "name" | "email" | "type" | "password";

/** The fields that an edit changes, in the sequence of the list's columns. */
export function changedFields(before: TeamMember, after: TeamMember, hasNewPassword: boolean): Change[] {
  const compared = (["name", "email"] as const).filter((field) => before[field] !== after[field]);
  return [
    ...compared,
    ...(hasNewPassword ? (["password"] as const) : []),
    ...(before.type === after.type ? [] : (["type"] as const)),
  ];
}
