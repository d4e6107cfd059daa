import { randomUUID } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { MessageContent } from "#server/features/mail-templates/message.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { defineQueue } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { buildMessage } from "#server/platform/mail/mail-message.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import { sendByOneOf } from "#server/platform/mail/send-by-one-of.ts";
import { findAddressee, findLinkIds, setMailState, setTokenHash } from "./account-links.repository.ts";
import { hashToken, randomToken } from "./tokens.ts";

/** Pauses after the first, second … failed attempt; the last one repeats until the link expires, which may be a week. */
const PAUSES_MS = [10_000, 30_000, 2 * MINUTE_MS, ...Array<number>(6).fill(5 * MINUTE_MS), HOUR_MS];
type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>> | typeof NOBODY;
/** Used when the e-mail belongs to no member. */
const NOBODY = {
  kind: "reset",
  isPasswordSignIn: true,
  name: "Former Member",
  email: "nobody@nowhere.invalid",
} as const;

/** An attempt to mail a link; the number of failed ones decides the next pause. */
export interface LinkMailJob {
  resetId: number;
  tries: number;
}
// The names of queue, job and log are those of the first kind: another queue would strand jobs at an upgrade.
export const linkMailQueue = defineQueue<LinkMailJob>("password-reset-mail");

export interface LinkMailDeps {
  db: Database;
  now: Clock;
  log: Log;
  /** Separate transports: mail ids are those of the links, not of the outbox. */
  transportsFor: MailTransports;
  from: string;
  templates: Pick<MailTemplatesService, "passwordReset" | "passkeysOnly" | "invitation" | "ownEmail" | "factorSetUp">;
  pausesMs?: readonly number[];
}

/**
 * Mails one-time links. The token is created here, when the mail is sent, and only its digest is stored: neither the job
 * nor the table holds anything that opens the account. So a retry can't reuse the previous token; it creates a new one,
 * and if both mails arrive, the newer one works.
 */
export function createLinkMail(deps: LinkMailDeps) {
  const { db, now, log, transportsFor, from, templates, pausesMs = PAUSES_MS } = deps;
  // No label is chosen for these; the default order of transports.
  const transports = () => transportsFor("AWS").map(({ transport }) => transport);

  async function write(to: Addressee, token: string): Promise<MessageContent> {
    if (to.kind === "invitation") return await templates.invitation(to, token);
    if (to.kind === "email") return await templates.ownEmail(to.name, token);
    if (to.kind === "set-up") return await templates.factorSetUp(to.name, token);
    // A link would give a password that opens nothing.
    return await (to.isPasswordSignIn ? templates.passwordReset(to.name, token) : templates.passkeysOnly(to.name));
  }

  return {
    /** @returns when to try again; null if sent, refused for good, or no longer needed */
    send: async ({ resetId, tries }: LinkMailJob): Promise<Date | null> => {
      const at = now();
      const addressee = await findAddressee(db, resetId, at);
      const to = addressee ?? NOBODY;
      const token = randomToken();
      const message = await write(to, token);
      const isOpen = await setTokenHash(db, resetId, hashToken(token), at);
      const named = { mailId: resetId, attemptId: randomUUID(), at, from, to: to.email };
      const mail = { ...message, ...named, attachments: [], isUnreported: true as const };
      if (addressee === undefined || !isOpen) {
        // Blocking the event loop can be measured from outside, so everything but the sending is done for unknown
        // e-mails too.
        await buildMessage(mail);
        return null;
      }
      // A mail that may have arrived is followed by another with a new link, which voids the first.
      const outcome = await sendByOneOf(transports(), mail, (failure) =>
        log.warn({ resetId, ...failure }, "a reset link could not be mailed"),
      );
      await setMailState(db, resetId, outcome === "retry" ? "delayed" : outcome);
      if (outcome !== "retry") return null;
      const pause = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? MINUTE_MS;
      const nextAt = new Date(at.getTime() + pause);
      if (nextAt < addressee.expiresAt) return nextAt;
      log.error({ resetId, tries: tries + 1 }, "a reset link expired before it could be mailed");
      return null;
    },

    /** A copy whose link has no row is an orphan. */
    sweepCopies: async (): Promise<void> => {
      for (const transport of transports()) {
        const kept = (await transport.kept?.()) ?? [];
        if (kept.length === 0) continue;
        const known = await findLinkIds(db, kept);
        await transport.forget?.(kept.filter((id) => !known.has(id)));
      }
    },
  };
}
