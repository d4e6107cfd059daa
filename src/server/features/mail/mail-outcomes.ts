import { setTimeout as delay } from "node:timers/promises";
import type { OrderStatus } from "#contract/order-status.ts";
import { cleanLine } from "#contract/text.ts";
import type { TimelineData } from "#contract/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import type { MailRoute } from "#server/platform/mail/mail-transport.ts";
import { mailQueue } from "./mail.jobs.ts";
import { lockOrder, type MailChange, type MailRecord, settleTry } from "./mail.repository.ts";
import type { DeliveryDeps } from "./mail-delivery.ts";
import { nextTryAt } from "./mail-schedule.ts";

/** What became of a try. */
export type Outcome =
  | { kind: "accepted"; messageId: string | null }
  | { kind: "refused"; retry: boolean; detail: string }
  | { kind: "unclear"; detail: string };

const DETAIL_LENGTH = 500;
/** A database that is away for a moment must not turn an accepted mail into a doubtful one. */
const SETTLE_PAUSES_MS = [100, 500, 2_000, 5_000];
/** Out of these no mail moves an order (D-44). */
const UNMOVED = new Set<OrderStatus>(["Deleted", "Refunds"]);

/** Writes outcomes: the mail's row, its history, what follows for the order, and the next wake-up, all in one transaction. */
export function createMailOutcomes({ db, now, jobs, timeline, orders, schedule }: DeliveryDeps) {
  async function settle(mail: MailRecord, route: MailRoute, outcome: Outcome): Promise<void> {
    for (const pause of SETTLE_PAUSES_MS) {
      try {
        return await db.transaction((tx) => write(tx, mail, route, outcome));
      } catch (error) {
        if (!isDatabaseDown(error)) throw error;
        await delay(pause);
      }
    }
    await db.transaction((tx) => write(tx, mail, route, outcome));
  }

  async function write(tx: Transaction, mail: MailRecord, route: MailRoute, outcome: Outcome): Promise<void> {
    if (outcome.kind === "accepted") return await accepted(tx, mail, route, outcome.messageId);
    const detail = cleanLine(outcome.detail).slice(0, DETAIL_LENGTH);
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

  async function accepted(
    tx: Transaction,
    mail: MailRecord,
    route: MailRoute,
    messageId: string | null,
  ): Promise<void> {
    const { provider, transport } = route;
    const data = { mail_id: mail.id, transport: transport.name, message_id: messageId };
    const order = await settleWithEvent(
      tx,
      mail,
      {
        state: transport.name === "file" ? "written" : "sent",
        provider,
        transport: transport.name,
        messageId,
        acceptedAt: now(),
        dueAt: null,
        error: null,
      },
      { type: "mail-accepted", data },
    );
    if (order !== undefined) await moveOrder(tx, mail, order, "Completed", null);
  }

  async function failed(tx: Transaction, mail: MailRecord, detail: string): Promise<void> {
    const order = await settleWithEvent(
      tx,
      mail,
      { state: "failed", dueAt: null, error: detail },
      { type: "mail-failed", data: { mail_id: mail.id, detail } },
    );
    if (order !== undefined) await moveOrder(tx, mail, order, "Contact Customer", `The mail failed: ${detail}`);
  }

  /** Waits for a report and is then sent once more; after that resend nothing is sent any more and a person has to look. */
  async function unclear(tx: Transaction, mail: MailRecord, detail: string): Promise<void> {
    const isLast = mail.possibleDuplicate;
    const dueAt = isLast ? null : new Date(now().getTime() + schedule.unknownWaitMs);
    const order = await settleWithEvent(
      tx,
      mail,
      { state: "unknown", dueAt, error: detail },
      { type: "mail-unclear", data: { mail_id: mail.id, detail } },
    );
    if (order === undefined) return;
    if (dueAt !== null) await jobs.enqueue(tx, mailQueue, { mailId: mail.id }, dueAt);
    else await moveOrder(tx, mail, order, "Contact Customer", `Nobody can tell whether the mail arrived: ${detail}`);
  }

  /** The order as it is now, locked before the mail's row; undefined when the mail has gone on without this try. */
  async function settleWithEvent(tx: Transaction, mail: MailRecord, change: MailChange, event: TimelineData) {
    const order = await lockOrder(tx, mail.orderId);
    if (order === undefined || !(await settleTry(tx, mail, change))) return undefined;
    await timeline.recordFor(tx, now(), mail.orderId, null, event);
    return order;
  }

  /** Only the document's mail moves the order, and only when nobody has since the mail was queued (D-44). */
  async function moveOrder(
    tx: Transaction,
    mail: MailRecord,
    order: { status: OrderStatus; version: number },
    to: OrderStatus,
    reason: string | null,
  ): Promise<void> {
    if (mail.kind !== "document" || order.version !== mail.orderVersion) return;
    if (order.status === to || UNMOVED.has(order.status)) return;
    await orders.moveBySystem(tx, {
      orderId: mail.orderId,
      expectedVersion: mail.orderVersion,
      to,
      reason,
      at: now(),
    });
  }

  return { settle };
}
