import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AppError } from "#server/platform/app-error.ts";

interface SetPassword {
  passwordSetBy: number | null;
  passwordSetAt: Date | null;
}

/**
 * Decision record 0046: a password that somebody else typed opens nothing after `FIRST_PASSWORD_DAYS`.
 * @throws AppError first_password_expired
 */
export function assertOwnPassword(
  { passwordSetBy, passwordSetAt }: SetPassword,
  at: Date,
  validMs: number | null,
): void {
  if (validMs === null || passwordSetBy === null || passwordSetAt === null) return;
  if (at.getTime() - passwordSetAt.getTime() < validMs) return;
  throw new AppError("first_password_expired", LINK_MESSAGES.firstPasswordExpired);
}
