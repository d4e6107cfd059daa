import type { AuditData } from "#contract/audit/audit.ts";
import { HOUR_MS } from "#contract/dates.ts";
import type { OpenedKind } from "#contract/operation.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { createRepeated } from "#server/platform/repeat.ts";
import type { NewAuditEvent } from "./audit.repository.ts";
import type { AuditService } from "./audit.service.ts";
import { type Alarm, addViews, claimNotification, takeViews, type Views } from "./view-log.repository.ts";

interface ViewLogDeps {
  db: Database;
  now: Clock;
  log: Log;
  audit: Pick<AuditService, "record">;
  /** Notifies the Admins, in the transaction that records it. */
  notifyAdmins?(tx: Transaction, activity: { name: string; orders: number; alarm: Alarm }): Promise<void>;
  /** Interval between two writes. */
  writeMs?: number;
}

const WRITE_MS = 5000;
/** More different orders within an hour than normal work needs. */
const MANY: Record<Alarm, number> = { opened: 300, listed: 20_000 };
/** By then every process has written its counts of an hour. */
const FOLD_AFTER_MS = 60_000;

interface Counts extends Record<OpenedKind, number> {
  memberId: number;
  hour: number;
  rows: number;
  listed: number;
  orders: Set<number>;
}

/**
 * What members view (decision record 0078): counted in memory without a statement, written every five seconds in one
 * statement, and turned into one audit event per member and hour.
 */
export function createViewLog(deps: ViewLogDeps) {
  const { db, now, log, audit, notifyAdmins, writeMs = WRITE_MS } = deps;
  let counts = new Map<string, Counts>();
  // Different orders: a list that refreshes itself shows the same ones all the time.
  let shown = new Map<string, Set<number>>();
  const writer = createRepeated(write, writeMs);

  function countsOf(memberId: number): Counts {
    const hour = Math.floor(now().getTime() / HOUR_MS);
    const key = `${memberId} ${hour}`;
    let found = counts.get(key);
    if (found === undefined) {
      found = { memberId, hour, details: 0, documents: 0, mails: 0, packs: 0, rows: 0, listed: 0, orders: new Set() };
      counts.set(key, found);
    }
    return found;
  }

  /** Adds orders to those that lists have shown a member in this hour. @returns how many are new */
  function addShown(key: string, orderIds: readonly number[]): number {
    const known = shown.get(key) ?? new Set();
    shown.set(key, known);
    const before = known.size;
    // Beyond the alarm nothing depends on the number.
    for (const id of orderIds) if (known.size <= MANY.listed) known.add(id);
    return known.size - before;
  }

  async function write(): Promise<void> {
    const taken = counts;
    const hour = String(Math.floor(now().getTime() / HOUR_MS));
    shown = new Map([...shown].filter(([key]) => key.endsWith(` ${hour}`)));
    if (taken.size === 0) return;
    counts = new Map();
    try {
      await notifyOf(await addViews(db, [...taken.values()].map(toViews), MANY));
    } catch (error) {
      // Not put back: the statement may have committed, and counting twice is worse than losing five seconds.
      log.warn({ err: error }, "some seconds of the view log were lost: they could not be written");
    }
  }

  /** A failure is retried with the member's next view. */
  async function notifyOf(many: Awaited<ReturnType<typeof addViews>>): Promise<void> {
    try {
      for (const each of many) await notify(each);
    } catch (error) {
      log.warn({ err: error }, "admins could not be notified of the many orders that a member opened");
    }
  }

  async function notify(about: { memberId: number; hour: Date; alarm: Alarm }): Promise<void> {
    const at = now();
    await db.transaction(async (tx) => {
      const claimed = await claimNotification(tx, about, at);
      if (claimed === undefined) return;
      const { memberId, hour, alarm } = about;
      const data = { hour: hour.toISOString(), orders: claimed.orders };
      await audit.record(tx, { at, actorId: memberId, memberId, event: { type: `many-orders-${alarm}`, data } });
      await notifyAdmins?.(tx, { ...claimed, alarm });
    });
  }

  /** One event for each past hour of a member. */
  async function fold(): Promise<void> {
    const before = Math.floor((now().getTime() - FOLD_AFTER_MS) / HOUR_MS) * HOUR_MS;
    await db.transaction(async (tx) => {
      const over = await takeViews(tx, new Date(before));
      await audit.record(tx, ...over.map(toEvent));
    });
  }

  return {
    opened(memberId: number, kind: OpenedKind, orderId: number): void {
      const found = countsOf(memberId);
      found[kind] += 1;
      found.orders.add(orderId);
    },
    listed(memberId: number, orderIds: readonly number[]): void {
      if (orderIds.length === 0) return;
      const found = countsOf(memberId);
      found.rows += orderIds.length;
      found.listed += addShown(`${memberId} ${found.hour}`, orderIds);
    },
    fold,
    start: writer.start,
    /** Writes the counts. */
    async stop(): Promise<void> {
      await writer.stop();
      await write();
    },
    registerJobs: (jobs: Jobs): void => jobs.schedule("audit.fold-views", "3 * * * *", fold),
  };
}

function toViews({ hour, orders, ...counts }: Counts): Views {
  return { ...counts, hour: new Date(hour * HOUR_MS), orderIds: [...orders] };
}

function toEvent({ memberId, hour, orderIds, ...counts }: Omit<Views, "listed">): NewAuditEvent {
  const data: Extract<AuditData, { type: "views" }>["data"] = {
    hour: hour.toISOString(),
    ...counts,
    orders: [...orderIds],
  };
  const at = new Date(hour.getTime() + HOUR_MS);
  return { at, actorId: memberId, memberId, event: { type: "views", data } };
}
