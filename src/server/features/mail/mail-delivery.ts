import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { BLOCK_MESSAGES } from "#contract/mail/mail.ts";
import { servedName } from "#contract/served-name.ts";
import { emailKey } from "#contract/text.ts";
import { messageIdOf } from "#server/platform/mail/mail-message.ts";
import {
  type LabelledTransport,
  type MailAttachment,
  type OutgoingMail,
  SendError,
} from "#server/platform/mail/mail-transport.ts";
import { createCircuitBreaker, type OpenCircuit } from "./circuit-breaker.ts";
import { reportedMail } from "./known-reports.ts";
import { mailQueue } from "./mail.jobs.ts";
import {
  claimAttempts,
  type DueMail,
  findDue,
  findForDelivery,
  findNews,
  type MailRecord,
  restartWaits,
  takeStep,
} from "./mail.repository.ts";
import type { DeliveryDeps } from "./mail.types.ts";
import { createMailDispatcher } from "./mail-dispatcher.ts";
import { findAttachments } from "./mail-messages.repository.ts";
import type { MailOutcomes, Outcome } from "./mail-outcomes.ts";
import { longestWaits } from "./mail-schedule.ts";

/** For staff, in the mail's history. */
const SUPERSEDED = "The order's e-mail address was changed after this mail was queued.";
/** Mails that this process sends at once. */
export const SENT_AT_ONCE = 8;
/** A large document is held in memory several times while it is sent, hence few of those at a time. */
const LARGE_BYTES = 2_000_000;
const LARGE_AT_ONCE = 2;

/** A due mail, its next transport, and why that transport can't be called now, if so. */
interface Assigned {
  due: DueMail;
  target: LabelledTransport;
  circuit: OpenCircuit | undefined;
}

/**
 * Sends queued mails; safe in several processes at a time. An attempt is claimed and committed before the network call,
 * so a process that dies leaves a lease that expires. Whoever finds an expired lease looks for the attempt's outcome in
 * the provider's reports and asks the transport. If the outcome stays unknown, the mail waits and is sent once more by
 * the same transport, marked as a possible duplicate.
 */
export function createMailDelivery(deps: DeliveryDeps, outcomes: MailOutcomes) {
  const { db, now, log, jobs, metrics, files, transportsFor, schedule, linkTokens, replyTo = null, undoMs = 0 } = deps;
  const breaker = createCircuitBreaker({ now, log, metrics });
  const slots = pLimit(SENT_AT_ONCE);
  const large = pLimit(LARGE_AT_ONCE);

  const dispatchDue = createMailDispatcher(deps, {
    findDue: (limit, failedIds) => findDue(db, now(), limit, failedIds),
    start,
  });

  async function sweep(): Promise<void> {
    const waits = longestWaits(schedule, undoMs);
    await db.transaction(async (tx) => {
      for (const { id: mailId, dueAt } of await restartWaits(tx, now(), waits)) {
        await jobs.enqueue(tx, mailQueue, { mailId }, dueAt);
      }
    });
    await dispatchDue();
  }

  async function deliver(mailId: number): Promise<void> {
    const due = await findForDelivery(db, mailId);
    if (due === undefined || due.mail.dueAt === null || due.mail.dueAt > now()) return;
    await Promise.all(await start([due]));
  }

  /** Takes the next step of each mail: claims are committed on return, sending is still in progress. */
  async function start(dues: readonly DueMail[]): Promise<Promise<void>[]> {
    const queued = dues.filter(({ mail }) => mail.state === "queued").map(assign);
    const others = dues.filter(({ mail }) => mail.state !== "queued");
    return [
      ...(await claimAndSend(queued.filter(({ circuit }) => circuit === undefined))),
      ...others.map((due) => (due.mail.state === "unknown" ? resendUnknown(due) : recover(due.mail))),
      ...queued.flatMap(({ due, circuit }) => (circuit === undefined ? [] : [outcomes.putOff(due.mail, circuit)])),
    ];
  }

  function assign(due: DueMail): Assigned {
    const target = nextTransport(due.mail);
    // Past its horizon a mail is either tried or has failed for good, but never put off.
    const isOld = now().getTime() > due.mail.createdAt.getTime() + schedule.horizonMs;
    return { due, target, circuit: isOld ? undefined : breaker.enter(target.transport.name) };
  }

  async function claimAndSend(assigned: readonly Assigned[]): Promise<Promise<void>[]> {
    if (assigned.length === 0) return [];
    const leaseEnd = leaseFrom(now());
    const claims = assigned.map(({ due, target }) => ({
      seen: due.mail,
      attemptId: randomUUID(),
      transport: target.transport.name,
    }));
    const claimed = await claimAttempts(db, claims, leaseEnd);
    return assigned.flatMap(({ due, target }) => {
      const mail = claimed.get(due.mail.id);
      return mail === undefined ? [] : [sendClaimed({ ...due, mail }, target, leaseEnd)];
    });
  }

  /** The one resend of a mail that may have arrived. */
  async function resend(due: DueMail): Promise<void> {
    const target = nextTransport(due.mail);
    const circuit = breaker.enter(target.transport.name);
    if (circuit !== undefined) return await outcomes.putOff(due.mail, circuit);
    const leaseEnd = leaseFrom(now());
    const mail = await takeStep(db, due.mail, {
      state: "sending",
      attemptId: randomUUID(),
      attempts: due.mail.attempts + 1,
      transport: target.transport.name,
      dueAt: leaseEnd,
      possibleDuplicate: true,
    });
    if (mail !== undefined) await sendClaimed({ ...due, mail }, target, leaseEnd);
  }

  async function sendClaimed(due: DueMail, target: LabelledTransport, leaseEnd: Date): Promise<void> {
    const timesOpened = breaker.timesOpened(target.transport.name);
    const send = () =>
      slots(async () => {
        // While it waited for a slot, its circuit may have opened or its lease become too short for a whole attempt.
        const isShort = leaseEnd.getTime() - now().getTime() < schedule.leaseMs / 2;
        if (isShort || breaker.timesOpened(target.transport.name) !== timesOpened) return "unsent";
        return await sendAttempt(due, target, leaseEnd);
      });
    const bytes = (due.document?.bytes ?? 0) + due.attachedBytes;
    const outcome = await (bytes > LARGE_BYTES ? large(send) : send());
    if (outcome === "unsent") await outcomes.release(due.mail);
    else if (outcome !== undefined) await outcomes.settle(due.mail, target, outcome);
  }

  /** Undefined if the lease expired before the mail could be sent: the process that took it over decides. */
  async function sendAttempt(
    due: DueMail,
    target: LabelledTransport,
    leaseEnd: Date,
  ): Promise<Outcome | "unsent" | undefined> {
    const hindered = await hindrance(due.mail);
    if (hindered !== undefined) return hindered;
    const { transport } = target;
    let outgoing: OutgoingMail;
    try {
      outgoing = await toOutgoing(due);
    } catch (error) {
      log.error({ err: error, mailId: due.mail.id }, "a mail's document can't be read");
      return { kind: "refused", retry: true, detail: "The document could not be read from the storage." };
    }
    if (now() >= leaseEnd) return undefined;
    try {
      const receipt = await transport.send(outgoing);
      breaker.succeeded(transport.name);
      return { kind: "accepted", ...receipt };
    } catch (error) {
      if (!(error instanceof SendError)) {
        log.error({ err: error, mailId: due.mail.id }, "a mail transport threw an unexpected error");
        return { kind: "unclear", detail: "The mail transport failed." };
      }
      const { outcome, message } = error;
      if (outcome.verdict === "ambiguous") {
        breaker.failed(transport.name, message);
        return await reconciled(due.mail, target, message);
      }
      // A transport that rejects a mail for good is up.
      if (!outcome.retry || outcome.isMailsOwn) breaker.succeeded(transport.name);
      else breaker.failed(transport.name, message, outcome.retryAfterMs);
      return { kind: "refused", retry: outcome.retry, detail: message };
    }
  }

  /** Checked when sending: since the mail was queued, its address may have been blocked, or the order's changed. */
  async function hindrance(mail: MailRecord): Promise<Outcome | "unsent" | undefined> {
    const news = await findNews(db, mail);
    if (news === undefined) return undefined;
    if (news.block !== null) return { kind: "refused", retry: false, detail: BLOCK_MESSAGES[news.block] };
    if (isForOwnAddress(mail) && emailKey(mail.toAddress) !== emailKey(news.email_key)) {
      return { kind: "refused", retry: false, detail: SUPERSEDED };
    }
    return news.is_held ? "unsent" : undefined;
  }

  async function toOutgoing({ mail, document }: DueMail): Promise<OutgoingMail> {
    const { id, attemptId, fromAddress, toAddress, subject, linkSeed } = mail;
    const html = linkTokens.fill(mail.html, linkSeed);
    const text = linkTokens.fill(mail.text, linkSeed);
    if (attemptId === null) throw new Error("a mail can only be sent once it is claimed");
    const attachments: MailAttachment[] = [];
    if (document !== null) {
      const filename = servedName(document.orderId, document.file1);
      attachments.push({ filename, contentType: document.contentType, content: await contentOf(document.storageKey) });
    }
    const isPersonal = mail.kind === "message";
    for (const { name, contentType, storageKey } of isPersonal ? await findAttachments(db, [id]) : []) {
      attachments.push({ filename: name, contentType, content: await contentOf(storageKey) });
    }
    const envelope = { mailId: id, attemptId, at: now(), from: fromAddress, to: toAddress, replyTo };
    return { ...envelope, subject, html, text, attachments, isPersonal };
  }

  async function contentOf(storageKey: string): Promise<Buffer> {
    return await buffer((await files.get(storageKey)).stream);
  }

  /** The lease expired: the process that was sending the mail died or lost the database. */
  async function recover(seen: MailRecord): Promise<void> {
    const mail = await takeStep(db, seen, { dueAt: leaseFrom(now()) });
    if (mail === undefined) return;
    const target = nextTransport(mail);
    await outcomes.settle(mail, target, await reconciled(mail, target, "The program stopped while it was sending."));
  }

  async function resendUnknown(due: DueMail): Promise<void> {
    const target = nextTransport(due.mail);
    const known = await reconciled(due.mail, target, "");
    // Checked before the claim: a mail that isn't sent again must not be marked as a possible duplicate.
    const outcome = known.kind === "unclear" ? ((await hindrance(due.mail)) ?? known) : known;
    // Held: it stays due, and is not found until the hold ends.
    if (outcome === "unsent") return;
    if (outcome.kind === "unclear") await resend(due);
    else await outcomes.settle(due.mail, target, outcome);
  }

  /** Outcome of an unanswered attempt: from the provider's reports, else from the transport if it can be asked. */
  async function reconciled(mail: MailRecord, { transport }: LabelledTransport, detail: string): Promise<Outcome> {
    const { id, attemptId } = mail;
    const report = await reportedMail(db, mail);
    if (report?.isAccepted) return { kind: "accepted", messageId: report.messageId, by: report };
    if (report !== undefined)
      return { kind: "refused", retry: false, detail: report.detail ?? "The provider rejected it." };
    if (transport.reconcile === undefined || attemptId === null) return { kind: "unclear", detail };
    const fate = await transport.reconcile({ mailId: id, attemptId });
    if (fate === "accepted") return { kind: "accepted", messageId: messageIdOf(mail.fromAddress, attemptId) };
    return fate === "absent" ? { kind: "refused", retry: true, detail } : { kind: "unclear", detail };
  }

  /** Transport of the next attempt. There is no failover while the outcome of an earlier attempt is unknown. */
  function nextTransport(mail: MailRecord): LabelledTransport {
    const choices = transportsFor(mail.provider);
    if (mail.transport !== null) {
      const same = choices.find(({ transport }) => transport.name === mail.transport);
      if (same !== undefined) return same;
    }
    const turn = Math.floor(mail.attempts / schedule.triesPerTransport) % choices.length;
    return choices[turn] ?? choices[0];
  }

  function leaseFrom(at: Date): Date {
    return new Date(at.getTime() + schedule.leaseMs);
  }

  return { deliver, dispatchDue, sweep };
}

/** Queued for the order's own address as it was then. */
function isForOwnAddress({ kind, isOtherAddress }: MailRecord): boolean {
  const isOwn = kind === "notice" || kind === "message" || kind === "status";
  return isOwn || (kind === "document" && !isOtherAddress);
}
