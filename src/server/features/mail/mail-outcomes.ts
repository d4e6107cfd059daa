import { setTimeout as delay } from "node:timers/promises";
import type { MailTransportName } from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { cleanLine } from "#contract/text.ts";
import type { TimelineData } from "#contract/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import { type KnownReport, reportedMail } from "./known-reports.ts";
import { mailQueue } from "./mail.jobs.ts";
import {
  type Acceptance,
  type MailChange,
  type MailRecord,
  settleAccepted,
  settleTry,
  takeStep,
} from "./mail.repository.ts";
import type { DeliveryDeps } from "./mail-delivery.ts";
import { nextTryAt } from "./mail-schedule.ts";
import type { RoadPause } from "./road-pauses.ts";
import { writeTogether } from "./write-together.ts";

/** What became of a try. */
export type Outcome =
  /** `by`: who says so, when it was not the road's own answer. */
  | { kind: "accepted"; messageId: string | null; by?: Pick<KnownReport, "provider" | "transport"> }
  | { kind: "refused"; retry: boolean; detail: string }
  | { kind: "unclear"; detail: string };

/** Which road a mail took, under which label. */
interface Road {
  provider: MailProvider;
  transport: { readonly name: MailTransportName };
}

export type MailOutcomes = ReturnType<typeof createMailOutcomes>;

const DETAIL_LENGTH = 500;
/** So many acceptances share a transaction: few enough that nobody waits long for one of their orders. */
const ACCEPTED_AT_ONCE = 16;
const ACCEPTING_AT_ONCE = 3;
/** A database that is away for a moment must not turn an accepted mail into a doubtful one. */
const SETTLE_PAUSES_MS = [100, 500, 2_000, 5_000];

/** Writes outcomes: the mail's row, its history, what follows for the order, and the next wake-up, all in one transaction. */
export function createMailOutcomes({ db, now, jobs, measures, timeline, orders, schedule }: DeliveryDeps) {
  const acceptTogether = writeTogether<Acceptance>({
    most: ACCEPTED_AT_ONCE,
    writes: ACCEPTING_AT_ONCE,
    // Two mails of one order have two places in its history.
    keyOf: ({ mail }) => mail.orderId,
    write: (acceptances) => persistently((tx) => accepted(tx, acceptances)),
  });

  async function settle(mail: MailRecord, road: Road, outcome: Outcome): Promise<void> {
    if (outcome.kind === "accepted") await acceptTogether(toAcceptance(mail, road, outcome));
    else await persistently((tx) => write(tx, mail, road, outcome));
    measures?.count("mail_tries_total", { road: road.transport.name, outcome: wordFor(outcome) });
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

  async function write(tx: Transaction, mail: MailRecord, route: Road, outcome: Outcome): Promise<void> {
    if (outcome.kind === "accepted") return await accepted(tx, [toAcceptance(mail, route, outcome)]);
    // An earlier try may have been reported meanwhile; then this one's failure means nothing.
    const report = mail.possibleDuplicate ? await reportedMail(tx, mail) : undefined;
    if (report?.isAccepted) {
      const known = { kind: "accepted", messageId: report.messageId, by: report } as const;
      return await accepted(tx, [toAcceptance(mail, route, known)]);
    }
    const detail = shortened(outcome.detail);
    if (outcome.kind === "unclear") return await unclear(tx, mail, detail);
    const dueAt = nextTryAt(schedule, mail.attempts, now());
    const isLast = !outcome.retry || dueAt.getTime() > mail.createdAt.getTime() + schedule.horizonMs;
    if (isLast) return await failed(tx, mail, detail);
    // The road is forgotten so that another may be taken, except while an earlier try may have arrived by this one.
    const transport = mail.possibleDuplicate ? mail.transport : null;
    if (await settleTry(tx, mail, { state: "queued", dueAt, error: detail, transport })) {
      await jobs.enqueue(tx, mailQueue, { mailId: mail.id }, dueAt);
    }
  }

  /** Mails of different orders; the orders' rows are taken before the mails', as by every change. */
  async function accepted(tx: Transaction, acceptances: readonly Acceptance[]): Promise<void> {
    const at = now();
    const orderIds = acceptances.map(({ mail }) => mail.orderId);
    const held = await orders.lockMany(tx, orderIds);
    const settled = await settleAccepted(
      tx,
      acceptances.filter(({ mail }) => held.has(mail.orderId)),
      at,
    );
    const news = acceptances.filter(({ mail }) => settled.has(mail.id));
    const events = news.map(({ mail, transport, messageId }) => ({
      orderId: mail.orderId,
      actorId: null,
      event: { type: "mail-accepted", data: { mail_id: mail.id, transport, message_id: messageId } } as const,
    }));
    await timeline.record(tx, at, events);
    const moves = news
      .filter(({ mail }) => mail.kind === "document")
      .map(({ mail }) => ({ ...moveOf(mail, at), to: "Completed" as const, reason: null }));
    await orders.moveManyBySystem(tx, moves);
  }

  /** Gives a claimed mail back that has certainly not been sent: as if it had not been claimed. */
  async function release(mail: MailRecord): Promise<void> {
    const transport = mail.possibleDuplicate ? mail.transport : null;
    const change = { state: "queued", attempts: mail.attempts - 1, dueAt: now(), transport } as const;
    await db.transaction(async (tx) => {
      if (await settleTry(tx, mail, change)) await jobs.enqueue(tx, mailQueue, { mailId: mail.id });
    });
  }

  /**
   * The road is not called now. While it is down that counts as a failed try, so that the mail comes to the other road
   * as soon as if it had been tried; a mail that may have arrived only waits, for it has no other road.
   */
  async function putOff(seen: MailRecord, pause: RoadPause): Promise<void> {
    const isCounted = pause.isOutage && seen.state === "queued";
    const attempts = seen.attempts + (isCounted ? 1 : 0);
    const later = isCounted ? nextTryAt(schedule, attempts, now()) : pause.until;
    const dueAt = later > pause.until ? later : pause.until;
    const error = shortened(`Not tried while the provider is failing: ${pause.detail}`);
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
    if (isSettled) await moveOrder(tx, mail, "Contact Customer", `The mail failed: ${detail}`);
  }

  /** Waits for a report and is then sent once more; after that resend nothing is sent any more and a person has to look. */
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
    else await moveOrder(tx, mail, "Contact Customer", `Nobody can tell whether the mail arrived: ${detail}`);
  }

  /** Takes the order's row before the mail's, as every change does. False when the mail has gone on without this try. */
  async function settleWithEvent(
    tx: Transaction,
    mail: MailRecord,
    change: MailChange,
    event: TimelineData,
  ): Promise<boolean> {
    const order = await orders.lock(tx, mail.orderId);
    if (order === undefined || !(await settleTry(tx, mail, change))) return false;
    await timeline.recordFor(tx, now(), mail.orderId, null, event);
    return true;
  }

  /** Only the document's mail moves the order, and only when no person has since it was queued (D-44). */
  async function moveOrder(tx: Transaction, mail: MailRecord, to: OrderStatus, reason: string | null): Promise<void> {
    if (mail.kind === "document") await orders.moveManyBySystem(tx, [{ ...moveOf(mail, now()), to, reason }]);
  }

  return {
    settle,
    /** The same inside a transaction that holds the rows of order and mail. */ settleIn: write,
    putOff,
    release,
  };
}

function moveOf({ orderId, createdAt }: Acceptance["mail"], at: Date) {
  return { orderId, queuedAt: createdAt, at };
}

function toAcceptance(mail: MailRecord, road: Road, outcome: Extract<Outcome, { kind: "accepted" }>): Acceptance {
  const { messageId, by = { provider: road.provider, transport: road.transport.name } } = outcome;
  const { provider, transport } = by;
  return { mail, state: transport === "file" ? "written" : "sent", provider, transport, messageId };
}

/** For the figures: a refusal is either tried again or the end of the mail. */
function wordFor(outcome: Outcome): string {
  return outcome.kind === "refused" && outcome.retry ? "put_off" : outcome.kind;
}

/** What a mail server said, as one line. */
function shortened(detail: string): string {
  return cleanLine(detail).slice(0, DETAIL_LENGTH);
}
