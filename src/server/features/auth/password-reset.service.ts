import { emailKey as keyOfEmail } from "#contract/text.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { closeLinks, lockMemberByEmail } from "./account-links.repository.ts";
import { type AccountLinks, NOBODY } from "./account-links.service.ts";
import { deleteSessionsOf, updatePassword } from "./auth.repository.ts";
import { findDevicesOf } from "./known-devices.repository.ts";
import type { Limits } from "./limits.ts";
import type { PasswordRules } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { createSignInTrace, recordEndedSessions } from "./sign-in-trace.ts";

interface PasswordResetDeps {
  db: Database;
  now: Clock;
  links: Pick<AccountLinks, "send" | "find" | "take">;
  limits: Pick<Limits, "countResetRequest" | "passwordWasReset">;
  audit: Pick<AuditService, "record" | "count" | "pseudonym">;
  passwordRules: PasswordRules;
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;

/** One-time links by mail for members who forgot their password. */
export function createPasswordResetService(deps: PasswordResetDeps) {
  const { db, now, links, limits, audit, passwordRules } = deps;
  const trace = createSignInTrace(deps);

  return {
    /**
     * Queues a mail with a link for the member with this e-mail, and does the same work for an unknown e-mail.
     * @throws AppError rate_limited
     */
    async ask({ email, ip }: { email: string; ip: string }): Promise<void> {
      const emailKey = keyOfEmail(email);
      const mayRequest = () => limits.countResetRequest(emailKey, ip);
      if (!(await trace.lockedOut("forgotten password", { ip }, mayRequest))) return;
      await db.transaction(async (tx) => {
        const memberId = (await lockMemberByEmail(tx, emailKey)) ?? NOBODY;
        await links.send(tx, { memberId, kind: "reset" });
      });
    },

    /**
     * Sets the password with the link of a mail and ends all sessions of the member.
     * @throws AppError rate_limited, rule_violation for a used, void, expired or unknown link, invalid_input
     */
    async reset({ token, newPassword, ip }: { token: string; newPassword: string; ip: string }): Promise<void> {
      passwordRules.assertLength(newPassword, "newPassword");
      // Checked before the costly hash, so that work can't be caused without a link.
      const found = await links.find({ token, ip }, "reset");
      await passwordRules.assertUsable(newPassword, found, "newPassword");
      const passwordHash = await hashPassword(newPassword);
      await db.transaction(async (tx) => {
        const { memberId, name } = found;
        const at = now();
        await links.take(tx, found, token, at);
        await updatePassword(tx, memberId, passwordHash, at);
        await closeLinks(tx, memberId, at);
        const sessions = await deleteSessionsOf(tx, memberId);
        const event = { type: "password-reset", data: { member_id: memberId, name } } as const;
        await audit.record(tx, { at, actorId: memberId, memberId, event });
        await recordEndedSessions(audit, tx, { at, actorId: memberId, memberId, sessions, reason: "password changed" });
      });
      await limits.passwordWasReset(keyOfEmail(found.email), ip, await findDevicesOf(db, found.memberId));
    },
  };
}
