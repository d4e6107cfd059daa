import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { DAY_MS, MINUTE_MS } from "#contract/dates.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { createLinkMail, type LinkMailDeps, type LinkMailJob, linkMailQueue } from "./account-link-mail.ts";
import {
  closeLinks,
  deleteExpiredLinks,
  findByToken,
  insertLink,
  type LinkKind,
  lockMember,
  type NewLink,
  takeLink,
} from "./account-links.repository.ts";
import type { Limits } from "./limits.ts";
import { createSignInTrace } from "./sign-in-trace.ts";
import { hashToken } from "./tokens.ts";

/** Decision record 0047: counted from the request, however late the mail arrives. */
export const LINK_VALID_MS: Record<LinkKind, number> = {
  reset: 30 * MINUTE_MS,
  email: 30 * MINUTE_MS,
  "set-up": 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
};
/** Placeholder for an unknown member and link: real ids start at 1. */
export const NOBODY = 0;

interface AccountLinksDeps extends LinkMailDeps {
  jobs: Pick<Jobs, "enqueue">;
  limits: Pick<Limits, "assertReset" | "resetTokenFound">;
  audit: Pick<AuditService, "count" | "pseudonym">;
}

export type AccountLinks = ReturnType<typeof createAccountLinks>;
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/** One-time links by mail: one machinery for every kind. */
export function createAccountLinks(deps: AccountLinksDeps) {
  const { db, now, jobs, limits } = deps;
  const mail = createLinkMail(deps);
  const trace = createSignInTrace(deps);

  return {
    /**
     * Queues a mail with a new link and voids the older ones of its kind, in the caller's transaction. For an unknown
     * member the same statements run, so that the response time doesn't reveal members.
     */
    async send(tx: Transaction, link: Omit<NewLink, "createdAt" | "expiresAt">): Promise<void> {
      const createdAt = now();
      await closeLinks(tx, link.memberId, createdAt, link.kind);
      const expiresAt = new Date(createdAt.getTime() + LINK_VALID_MS[link.kind]);
      const resetId = (await insertLink(tx, { ...link, createdAt, expiresAt })) ?? NOBODY;
      await jobs.enqueue(tx, linkMailQueue, { resetId, tries: 0 });
    },

    /**
     * The open link of a token, without using it.
     * @throws AppError rate_limited, rule_violation for a used, void, expired or unknown link, or one of another kind
     */
    async find({ token, ip }: { token: string; ip: string }, ...kinds: readonly LinkKind[]): Promise<FoundLink> {
      await trace.lockedOut("mailed link", { ip }, () => limits.assertReset(ip));
      const found = await findByToken(db, hashToken(token), now());
      if (found === undefined || !kinds.includes(found.kind)) throw linkInvalid();
      await limits.resetTokenFound(ip);
      return found;
    },

    /** Uses up a link that was found, and locks its member. @throws AppError rule_violation if it was used meanwhile */
    async take(tx: Transaction, { id, memberId }: FoundLink, token: string, at: Date): Promise<void> {
      if (!(await lockMember(tx, memberId)) || !(await takeLink(tx, id, hashToken(token), at))) throw linkInvalid();
    },

    /** An attempt to mail a link. */
    async mailLink(job: LinkMailJob): Promise<void> {
      const nextAt = await mail.send(job);
      if (nextAt === null) return;
      const next = { ...job, tries: job.tries + 1 };
      await db.transaction((tx) => jobs.enqueue(tx, linkMailQueue, next, nextAt));
    },

    /** Removes expired links and the files of their mails. */
    async prune(): Promise<void> {
      await deleteExpiredLinks(db, now());
      await mail.sweepCopies();
    },
  };
}

function linkInvalid(): AppError {
  return new AppError("rule_violation", AUTH_MESSAGES.resetTokenInvalid);
}
