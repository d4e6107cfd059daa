import { randomUUID } from "node:crypto";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";
import { type MailRoutes, type OutgoingMail, SendError } from "#server/platform/mail/mail-transport.ts";
import type { ResetMailJob } from "./auth.jobs.ts";
import { findAddressee, findResetIds, setTokenHash } from "./password-reset.repository.ts";
import { hashToken, randomToken } from "./tokens.ts";

const MINUTE = 60_000;
/** After the first, second … failed try; the last one repeats until the link has run out. */
const PAUSES_MS = [10_000, 30_000, 2 * MINUTE, 5 * MINUTE];

export interface ResetMailDeps {
  db: Database;
  now: Clock;
  log: Log;
  /** Roads of their own: their mails are numbered by the links, not by the outbox of the orders. */
  routes: MailRoutes;
  from: string;
  letters: Pick<MailTemplatesService, "passwordReset">;
  pausesMs?: readonly number[];
}

/**
 * Mails reset links. The token is made here, at the moment of sending, and only its digest is kept: neither the job
 * nor the table holds what opens the account. So a second try can't repeat the first one's token; it makes a new one,
 * and should both mails arrive, the newer is the one that works.
 */
export function createResetMail(deps: ResetMailDeps) {
  const { db, now, log, routes, from, letters, pausesMs = PAUSES_MS } = deps;
  // No label was chosen by anybody; the first one's roads, in their order.
  const transports = () => routes("AWS").map(({ transport }) => transport);

  return {
    /** @returns when to try again, or null: sent, refused for good, or nothing to send any more */
    send: async ({ resetId, tries }: ResetMailJob): Promise<Date | null> => {
      const at = now();
      const addressee = await findAddressee(db, resetId, at);
      if (addressee === undefined) return null;
      const token = randomToken();
      const letter = await letters.passwordReset(addressee.name, token);
      if (!(await setTokenHash(db, resetId, hashToken(token), at))) return null;
      const mail = { ...letter, mailId: resetId, attemptId: randomUUID(), at, from, to: addressee.email };
      if (await sendByOneOf({ ...mail, attachment: null, isUnreported: true })) return null;
      const pause = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? MINUTE;
      const nextAt = new Date(at.getTime() + pause);
      if (nextAt < addressee.expiresAt) return nextAt;
      log.error({ resetId, tries: tries + 1 }, "a reset link was given up: it has run out before it could be mailed");
      return null;
    },

    /** A copy whose link has no row belongs to nobody any more. */
    sweepCopies: async (): Promise<void> => {
      for (const transport of transports()) {
        const kept = (await transport.kept?.()) ?? [];
        if (kept.length === 0) continue;
        const known = await findResetIds(db, kept);
        await transport.forget?.(kept.filter((id) => !known.has(id)));
      }
    },
  };

  /** @returns false when another try may still bring it out */
  async function sendByOneOf(mail: OutgoingMail): Promise<boolean> {
    let isFinal = true;
    for (const transport of transports()) {
      try {
        await transport.send(mail);
        return true;
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        const { outcome, cause } = error;
        // Not the error itself: a mail server's words name the address.
        const { code } = (cause ?? {}) as { code?: string };
        const failure = { resetId: mail.mailId, transport: transport.name, outcome, code };
        log.warn(failure, "a reset link could not be mailed");
        // It may have arrived: no other road is asked. The next try makes a new link, and this one is void from then on.
        if (outcome.verdict === "ambiguous") return false;
        if (outcome.retry) isFinal = false;
      }
    }
    return isFinal;
  }
}
