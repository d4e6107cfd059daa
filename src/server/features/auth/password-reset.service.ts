import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MINUTE_MS } from "#contract/dates.ts";
import { emailKey as keyOfEmail } from "#contract/text.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { deleteSessionsOf, updatePassword } from "./auth.repository.ts";
import { findDevicesOf } from "./known-devices.repository.ts";
import {
  closeResets,
  deleteExpiredResets,
  findByToken,
  insertReset,
  lockMember,
  lockMemberByEmail,
  takeReset,
} from "./password-reset.repository.ts";
import { createResetMail, type ResetMailDeps, type ResetMailJob, resetMailQueue } from "./password-reset-mail.ts";
import type { PasswordRules } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { createSignInTrace, recordEndedSessions } from "./sign-in-trace.ts";
import { hashToken } from "./tokens.ts";

/** Decision record 0047: counted from the request, however late the mail arrives. */
const VALID_MS = 30 * MINUTE_MS;
/** Placeholder for an unknown member and link: real ids start at 1. */
const NOBODY = 0;

export interface ResetLimits {
  /**
   * Counts a request for a link. False if this e-mail was requested too often, which the caller must not learn.
   * @throws AppError rate_limited by IP address, whatever e-mails were requested
   */
  countResetRequest(emailKey: string, ip: string): Promise<boolean>;
  /** Counts a use of a token. @throws AppError rate_limited */
  assertReset(ip: string): Promise<void>;
  /** Clears the failed sign-ins of an account: the owner of its mailbox can sign in again, whoever locked it. */
  passwordWasReset(emailKey: string, ip: string, knownDevices: readonly Buffer[]): Promise<void>;
  /** Undoes the count: the token was right. */
  resetTokenFound(ip: string): Promise<void>;
}

interface PasswordResetDeps extends ResetMailDeps {
  jobs: Pick<Jobs, "enqueue">;
  limits: ResetLimits;
  audit: Pick<AuditService, "record" | "count" | "pseudonym">;
  passwordRules: PasswordRules;
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;

/** One-time links by mail for members who forgot their password. */
export function createPasswordResetService(deps: PasswordResetDeps) {
  const { db, now, jobs, limits, audit, passwordRules } = deps;
  const mail = createResetMail(deps);
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
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + VALID_MS);
      // The same statements for known and unknown e-mails, so that the response time doesn't reveal members.
      await db.transaction(async (tx) => {
        const memberId = (await lockMemberByEmail(tx, emailKey)) ?? NOBODY;
        await closeResets(tx, memberId, createdAt);
        const resetId = (await insertReset(tx, { memberId, createdAt, expiresAt })) ?? NOBODY;
        await jobs.enqueue(tx, resetMailQueue, { resetId, tries: 0 });
      });
    },

    /**
     * Sets the password with the link of a mail and ends all sessions of the member.
     * @throws AppError rate_limited, rule_violation for a used, void, expired or unknown link, invalid_input
     */
    async reset({ token, newPassword, ip }: { token: string; newPassword: string; ip: string }): Promise<void> {
      passwordRules.assertLength(newPassword, "newPassword");
      await trace.lockedOut("reset link", { ip }, () => limits.assertReset(ip));
      const tokenHash = hashToken(token);
      // Checked before the costly hash, so that work can't be caused without a link.
      const found = await findByToken(db, tokenHash, now());
      if (found === undefined) throw linkInvalid();
      await limits.resetTokenFound(ip);
      await passwordRules.assertUsable(newPassword, found, "newPassword");
      const passwordHash = await hashPassword(newPassword);
      await db.transaction(async (tx) => {
        const { id, memberId, name } = found;
        const at = now();
        if (!(await lockMember(tx, memberId)) || !(await takeReset(tx, id, tokenHash, at))) throw linkInvalid();
        await updatePassword(tx, memberId, passwordHash);
        await closeResets(tx, memberId, at);
        const sessions = await deleteSessionsOf(tx, memberId);
        const event = { type: "password-reset", data: { member_id: memberId, name } } as const;
        await audit.record(tx, { at, actorId: memberId, memberId, event });
        await recordEndedSessions(audit, tx, { at, actorId: memberId, memberId, sessions, reason: "password changed" });
      });
      await limits.passwordWasReset(keyOfEmail(found.email), ip, await findDevicesOf(db, found.memberId));
    },

    /** An attempt to mail a link. */
    async mailLink(job: ResetMailJob): Promise<void> {
      const nextAt = await mail.send(job);
      if (nextAt === null) return;
      const next = { ...job, tries: job.tries + 1 };
      await db.transaction((tx) => jobs.enqueue(tx, resetMailQueue, next, nextAt));
    },

    /** Removes expired links and the files of their mails. */
    async prune(): Promise<void> {
      await deleteExpiredResets(db, now());
      await mail.sweepCopies();
    },
  };
}

function linkInvalid(): AppError {
  return new AppError("rule_violation", AUTH_MESSAGES.resetTokenInvalid);
}
