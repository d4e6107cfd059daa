import type { ActivityData } from "#contract/activity.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { type ResetMailJob, resetMailQueue } from "./auth.jobs.ts";
import { deleteSessionsOf, updatePassword } from "./auth.repository.ts";
import {
  closeResets,
  deleteExpiredResets,
  findByToken,
  insertReset,
  lockMember,
  lockMemberByEmail,
  takeReset,
} from "./password-reset.repository.ts";
import { createResetMail, type ResetMailDeps } from "./password-reset-mail.ts";
import { assertUncommon, hashPassword } from "./passwords.ts";
import { hashToken } from "./tokens.ts";

/** Decision 19, from the asking on, whenever the mail arrives. */
const VALID_MS = 30 * 60_000;
/** Stands for the member and the link that there are not: ids begin at 1. */
const NOBODY = 0;

export interface ResetLimits {
  /**
   * Counts an asking for a link. False when this e-mail was asked for too often, which the caller is not to learn.
   * @throws AppError rate_limited for the address it comes from, whatever e-mails it names
   */
  takeResetAsk(emailKey: string, ip: string): Promise<boolean>;
  /** Counts a try of a token. @throws AppError rate_limited */
  assertReset(ip: string): Promise<void>;
  /** Gives the try back: the token was right. */
  resetTokenFound(ip: string): Promise<void>;
}

interface PasswordResetDeps extends ResetMailDeps {
  jobs: Pick<Jobs, "enqueue">;
  limits: ResetLimits;
  /** Notes in the office's history what a member did; in the transaction that does it. */
  recordActivity(tx: Transaction, at: Date, actorId: number, data: ActivityData): Promise<void>;
}

export interface PasswordResetService {
  /**
   * Queues a mail with a link for the member of this e-mail, and does the same work for an e-mail of nobody.
   * @throws AppError rate_limited
   */
  ask(request: { email: string; ip: string }): Promise<void>;
  /**
   * Sets the password by the link of a mail and ends every session of the member.
   * @throws AppError rate_limited, rule_violation for a link that is used, void, expired or none, invalid_input
   */
  reset(request: { token: string; newPassword: string; ip: string }): Promise<void>;
  /** One try to mail a link. */
  mailLink(job: ResetMailJob): Promise<void>;
  /** Removes links that have run out, and the files of their mails. */
  prune(): Promise<void>;
}

/** One-use links by mail for members who forgot their password. */
export function createPasswordResetService(deps: PasswordResetDeps): PasswordResetService {
  const { db, now, jobs, limits, recordActivity } = deps;
  const mail = createResetMail(deps);

  return {
    ask: async ({ email, ip }) => {
      const emailKey = email.toLowerCase();
      if (!(await limits.takeResetAsk(emailKey, ip))) return;
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + VALID_MS);
      // Statement by statement the same for a member and for nobody, so that time tells nobody who works here.
      await db.transaction(async (tx) => {
        const memberId = (await lockMemberByEmail(tx, emailKey)) ?? NOBODY;
        await closeResets(tx, memberId, createdAt);
        const resetId = (await insertReset(tx, { memberId, createdAt, expiresAt })) ?? NOBODY;
        await jobs.enqueue(tx, resetMailQueue, { resetId, tries: 0 });
      });
    },

    reset: async ({ token, newPassword, ip }) => {
      await limits.assertReset(ip);
      const tokenHash = hashToken(token);
      // Before the costly hash: without a link nobody makes the server work.
      const found = await findByToken(db, tokenHash, now());
      if (found === undefined) throw linkInvalid();
      await limits.resetTokenFound(ip);
      assertUncommon(newPassword, found, "newPassword");
      const passwordHash = await hashPassword(newPassword);
      await db.transaction(async (tx) => {
        const { id, memberId, name } = found;
        const at = now();
        if (!(await lockMember(tx, memberId)) || !(await takeReset(tx, id, tokenHash, at))) throw linkInvalid();
        await updatePassword(tx, memberId, passwordHash);
        await closeResets(tx, memberId, at);
        await deleteSessionsOf(tx, memberId);
        await recordActivity(tx, at, memberId, { type: "password-reset", data: { member_id: memberId, name } });
      });
    },

    mailLink: async (job) => {
      const nextAt = await mail.send(job);
      if (nextAt === null) return;
      const next = { ...job, tries: job.tries + 1 };
      await db.transaction((tx) => jobs.enqueue(tx, resetMailQueue, next, nextAt));
    },

    prune: async () => {
      await deleteExpiredResets(db, now());
      await mail.sweepCopies();
    },
  };
}

function linkInvalid(): AppError {
  return new AppError("rule_violation", MESSAGES.resetTokenInvalid);
}
