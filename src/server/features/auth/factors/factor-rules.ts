import { DAY_MS } from "#contract/dates.ts";
import { FACTOR_METHODS, type FactorMethod } from "#contract/factors/factors.ts";
import type { Role } from "#contract/roles.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import type { StoredFactors } from "./factors.repository.ts";

export interface FactorSettings {
  /** The roles that must have a second factor. */
  secondFactorRoles: readonly Role[];
  /** Those of them for which only a passkey is one. */
  passkeyRoles: readonly Role[];
  secondFactorGraceDays: number;
}

/** What a sign-in takes after the password; empty without a factor. */
export function usableMethods(factors: StoredFactors): FactorMethod[] {
  const { totpAddedAt, totpSuspendedAt, usablePasskeys, codesLeft } = factors;
  const has: Record<FactorMethod, boolean> = {
    passkey: usablePasskeys > 0,
    totp: totpAddedAt !== null && totpSuspendedAt === null,
    recovery_code: codesLeft > 0,
  };
  return FACTOR_METHODS.filter((method) => has[method]);
}

export const hasAnyFactor = ({ totpAddedAt, passkeys }: StoredFactors): boolean => totpAddedAt !== null || passkeys > 0;

/** When the member has to have a factor; null for a role without the rule. It is set by the first sign-in under it. */
export function factorDueAt(
  { secondFactorRoles, secondFactorGraceDays }: FactorSettings,
  member: { role: Role; factorDueAt: Date | null },
  at: Date,
): Date | null {
  if (!secondFactorRoles.includes(member.role)) return null;
  return member.factorDueAt ?? new Date(at.getTime() + secondFactorGraceDays * DAY_MS);
}

/** When codes stop opening sessions; null for a role that may use them. */
export const codesEndAt = (settings: FactorSettings, member: { role: Role; factorDueAt: Date | null }, at: Date) =>
  settings.passkeyRoles.includes(member.role) ? factorDueAt(settings, member, at) : null;

/** Whether the member has what the role asks for. */
export const isFactorMet = ({ passkeyRoles }: FactorSettings, role: Role, factors: StoredFactors): boolean =>
  passkeyRoles.includes(role) ? factors.usablePasskeys > 0 : hasAnyFactor(factors);

/** A right answer. */
export interface CheckedFactor {
  kind: "code" | "recovery code" | "passkey";
  /** Uses it up. @returns false if that was done in the meantime */
  consume(tx: Transaction): Promise<boolean>;
}
