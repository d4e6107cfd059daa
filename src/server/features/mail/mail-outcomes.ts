import { setTimeout as delay } from "node:timers/promises";
import type { MailTransportName } from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { cleanLine } from "#contract/text.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { SystemMove } from "#server/features/orders/moves/moves.service.ts";
import { createBatcher } from "#server/platform/batching.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import type { OpenCircuit } from "./circuit-breaker.ts";
import { type KnownReport, reportedMail } from "./known-reports.ts";
import { mailQueue } from "./mail.jobs.ts";
import {
  type Acceptance,
  type MailChange,
  type MailRecord,
  settleAccepted,
  settleAttempt,
  takeStep,
} from "./mail.repository.ts";
import type { DeliveryDeps } from "./mail.types.ts";
import { nextTryAt } from "./mail-schedule.ts";

/** Result of an attempt. */
export type Outcome =
  /** `by`: the source, when it was a report rather than the transport's own answer. */
  | { kind: "accepted"; messageId: string | null; by?: Pick<KnownReport, "provider" | "transport"> }
  | { kind: "refused"; retry: boolean; detail: string }
  | { kind: "unclear"; detail: string };

/** The transport that a mail was sent by, and its provider label. */
interface SentBy {
  provider: MailProvider;
  transport: { readonly name: MailTransportName };
}

export type MailOutcomes = ReturnType<typeof createMailOutcomes>;

const DETAIL_LENGTH = 500;
/** Acceptances that share a transaction: few, because their orders are locked until it commits. */
const ACCEPTED_PER_TRANSACTION = 16;
const ACCEPTING_AT_ONCE = 3;
/** A short database outage must not turn an accepted mail into an unclear one. */
const SETTLE_PAUSES_MS = [100, 500, 2_000, 5_000];

/** Writes an outcome in one transaction: the mail's row, the order's timeline and status, and the next job. */
export function createMailOutcomes({ db, now, jobs, metrics, timeline, orders, schedule }: DeliveryDeps) {
  const writeAcceptance = createBatcher(
    async (acceptances: Acceptance[]) => {
      await persistently((tx) => accepted(tx, acceptances));
      return [];
    },
    {
      concurrency: ACCEPTING_AT_ONCE,
      maxItems: ACCEPTED_PER_TRANSACTION,
      // Two mails of one order need two consecutive timeline entries.
      keyOf: ({ mail }) => mail.orderId,
      isFaultOfOne: () => true,
    },
  );

  async function settle(mail: MailRecord, sentBy: SentBy, outcome: Outcome): Promise<void> {
    if (outcome.kind === "accepted") await writeAcceptance(toAcceptance(mail, sentBy, outcome, now()));
    else await persistently((tx) => write(tx, mail, sentBy, outcome));
    metrics?.count("mail_attempts_total", { transport: sentBy.transport.name, outcome: wordFor(outcome) });
  }

  async function persistently(work: (tx: Transaction) => Promise<void>): Promise<void> {
    for (const pause of SETTLE_PAUSES_MS) {
      try {
        return await db.transaction(work);
      } catch (error) {
        if (!isDatabaseDown(error)) throw error;
        await delay(pause);
      }
    }
    await db.transaction(work);
  }

  async function write(tx: Transaction, mail: MailRecord, sentBy: SentBy, outcome: Outcome): Promise<void> {
    if (outcome.kind === "accepted") return await accepted(tx, [toAcceptance(mail, sentBy, outcome, now())]);
    // An earlier attempt may have been reported as accepted in the meantime; then this failure doesn't matter.
    const report = mail.possibleDuplicate ? await reportedMail(tx, mail) : undefined;
    if (report?.isAccepted) {
      const known = { kind: "accepted", messageId: report.messageId, by: report } as const;
      return await accepted(tx, [toAcceptance(mail, sentBy, known, now())]);
    }
    const detail = shortened(outcome.detail);
    if (outcome.kind === "unclear") return await unclear(tx, mail, detail);
    const dueAt = nextTryAt(schedule, mail.attempts, now());
    const isLast = !outcome.retry || dueAt.getTime() > mail.createdAt.getTime() + schedule.horizonMs;
    if (isLast) return await failed(tx, mail, detail);
    // Cleared so that another transport may be used, unless an earlier attempt may have arrived by this one.
    const transport = mail.possibleDuplicate ? mail.transport : null;
    if (await settleAttempt(tx, mail, { state: "queued", dueAt, error: detail, transport })) {
      await jobs.enqueue(tx, mailQueue, { mailId: mail.id }, dueAt);
    }
  }

  /** For mails of different orders; locks the orders before the mails, as every change does. */
  async function accepted(tx: Transaction, acceptances: readonly Acceptance[]): Promise<void> {
    const orderIds = acceptances.map(({ mail }) => mail.orderId);
    const held = await orders.lockMany(tx, orderIds);
    const settled = await settleAccepted(
      tx,
      acceptances.filter(({ mail }) => held.has(mail.orderId)),
    );
    const news = acceptances.filter(({ mail }) => settled.has(mail.id));
    const events = news.map(({ mail, at, transport, messageId }) => ({
      orderId: mail.orderId,
      actorId: null,
      at,
      event: { type: "mail-accepted", data: { mail_id: mail.id, transport, message_id: messageId } } as const,
    }));
    await timeline.record(tx, now(), events);
    const moves = news
      .filter(({ mail }) => mail.kind === "document")
      .map(({ mail, at }) => ({ ...moveOf(mail, at), to: "Completed" as const, reason: null }));
    await orders.moveManyBySystem(tx, moves);
  }

  /** Undoes the claim of a mail that has certainly not been sent. */
  async function release(mail: MailRecord): Promise<void> {
    const transport = mail.possibleDuplicate ? mail.transport : null;
    const change = { state: "queued", attempts: mail.attempts - 1, dueAt: now(), transport } as const;
    await db.transaction(async (tx) => {
      if (await settleAttempt(tx, mail, change)) await jobs.enqueue(tx, mailQueue, { mailId: mail.id });
    });
  }

  /**
   * For a transport that can't be called now. During an outage this counts as a failed attempt, so that the mail moves
   * on to the other transport as soon as if it had been tried. A mail that may have arrived only waits: no failover.
   */
  async function putOff(seen: MailRecord, circuit: OpenCircuit): Promise<void> {
    const isCounted = circuit.isOutage && seen.state === "queued";
    const attempts = seen.attempts + (isCounted ? 1 : 0);
    const later = isCounted ? nextTryAt(schedule, attempts, now()) : circuit.until;
    const dueAt = later > circuit.until ? later : circuit.until;
    const error = shortened(`Not tried while the provider is failing: ${circuit.detail}`);
    await db.transaction(async (tx) => {
      const taken = await takeStep(tx, seen, isCounted ? { attempts, dueAt, error } : { dueAt });
      if (taken !== undefined) await jobs.enqueue(tx, mailQueue, { mailId: seen.id }, dueAt);
    });
  }

  async function failed(tx: Transaction, mail: MailRecord, detail: string): Promise<void> {
    const isSettled = await settleWithEvent(
      tx,
      mail,
      { state: "failed", dueAt: null, error: detail },
      { type: "mail-failed", data: { mail_id: mail.id, detail } },
    );
    if (isSettled) await callCustomer(tx, mail, `The mail failed: ${detail}`);
  }

  /** The mail waits for a report and is then sent once more. After that resend a member has to decide. */
  async function unclear(tx: Transaction, mail: MailRecord, detail: string): Promise<void> {
    const isLast = mail.possibleDuplicate;
    const dueAt = isLast ? null : new Date(now().getTime() + schedule.unknownWaitMs);
    const isSettled = await settleWithEvent(
      tx,
      mail,
      { state: "unknown", dueAt, error: detail },
      { type: "mail-unclear", data: { mail_id: mail.id, detail } },
    );
    if (!isSettled) return;
    if (dueAt !== null) await jobs.enqueue(tx, mailQueue, { mailId: mail.id }, dueAt);
    else if (mail.kind === "document") {
      await callCustomer(tx, mail, `It is unknown whether the mail arrived: ${detail}`);
    }
  }

  /** Locks the order before the mail, as every change does. False when this attempt is no longer the mail's current one. */
  async function settleWithEvent(
    tx: Transaction,
    mail: MailRecord,
    change: MailChange,
    event: TimelineData,
  ): Promise<boolean> {
    const order = await orders.lock(tx, mail.orderId);
    if (order === undefined || !(await settleAttempt(tx, mail, change))) return false;
    await timeline.recordFor(tx, now(), mail.orderId, null, event);
    return true;
  }

  async function callCustomer(tx: Transaction, mail: MailRecord, reason: string): Promise<void> {
    const move = toContactCustomer(mail, { reason, at: now() });
    if (move !== null) await orders.moveManyBySystem(tx, [move]);
  }

  return {
    settle,
    /** `settle` inside a transaction that has locked order and mail. */ settleIn: write,
    putOff,
    release,
  };
}

function moveOf({ orderId, createdAt }: Acceptance["mail"], at: Date) {
  return { orderId, queuedAt: createdAt, at };
}

/**
 * The move that follows a mail that did not arrive, unless a member has moved the order since it was queued
 * (decision record 0044). A failed document mail needs staff; a failed message only ends the wait for an answer.
 */
export function toContactCustomer(mail: MailRecord, { reason, at }: { reason: string; at: Date }): SystemMove | null {
  const move = { ...moveOf(mail, at), to: "Contact Customer", reason } as const;
  if (mail.kind === "message") return { ...move, from: "Awaiting" };
  return mail.kind === "document" ? move : null;
}

function toAcceptance(
  mail: MailRecord,
  sentBy: SentBy,
  outcome: Extract<Outcome, { kind: "accepted" }>,
  at: Date,
): Acceptance {
  const { messageId, by = { provider: sentBy.provider, transport: sentBy.transport.name } } = outcome;
  const { provider, transport } = by;
  return { mail, at, state: transport === "file" ? "written" : "sent", provider, transport, messageId };
}

/** Metric label: a refusal is either tried again or final. */
function wordFor(outcome: Outcome): string {
  return outcome.kind === "refused" && outcome.retry ? "put_off" : outcome.kind;
}

/** A mail server's answer on one line. */
function shortened(detail: string): string {
  return cleanLine(detail).slice(0, DETAIL_LENGTH);
}
