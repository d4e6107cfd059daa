import { createHmac } from "node:crypto";
import {
  ACTIVITY_LIMIT,
  type ActivityEntry,
  type ActivityType,
  type AuditType,
  activityEntrySchema,
} from "#contract/audit/audit.ts";
import { type AuditEntry, type AuditFilter, auditEntrySchema } from "#contract/audit/audit-lists.ts";
import { DAY_MS } from "#contract/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { PageRange } from "#server/platform/db/capped-page.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { afterCommit } from "#server/platform/db/committed-orders.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import { createRepeated } from "#server/platform/repeat.ts";
import { deleteStrangers, findLastActivity, insertAuditEvents, type NewAuditEvent } from "./audit.repository.ts";
import { findAuditEvents, findViews } from "./audit-lists.repository.ts";
import { createFolds, type FloodableEvent, foldedEvent } from "./folded-events.ts";

interface AuditDeps {
  db: Database;
  log: Log;
  metrics?: Metrics | undefined;
  /** Keys the digests of e-mails that belong to no member. */
  secret: string;
  /** Interval between two writes of counted events. */
  writeMs?: number;
}

export type { NewAuditEvent } from "./audit.repository.ts";

export type AuditService = ReturnType<typeof createAuditService>;

/** How long events that outsiders caused and that name no member are kept; the database checks it too. */
const STRANGERS_KEPT_MS = 30 * DAY_MS;
/** Events per transaction of the deletion. */
const PRUNE_BATCH = 5000;

const WRITE_MS = 10_000;

/** The audit log (decision record 0077): insert-only, one event a row, payloads in a separate table. */
export function createAuditService({ db, log, metrics, secret, writeMs = WRITE_MS }: AuditDeps) {
  const folds = createFolds();
  const writer = createRepeated(write, writeMs);

  /** Each event is also a log line, so that log collectors hold a copy. */
  function logEvents(ids: readonly number[], events: readonly NewAuditEvent[]): void {
    for (const [index, { actorId, memberId = null, orderId = null, event }] of events.entries()) {
      log.info({ audit: { id: ids[index], type: event.type, actorId, memberId, orderId } }, "audit event");
    }
  }

  async function write(): Promise<void> {
    const taken = folds.take();
    if (taken.length === 0) return;
    const events = taken.map(foldedEvent);
    try {
      logEvents(await insertAuditEvents(db, events), events);
    } catch (error) {
      folds.putBack(taken);
      log.warn({ err: error }, "counted audit events could not be written; they will be retried");
    }
  }

  async function prune(at: Date): Promise<void> {
    const before = new Date(at.getTime() - STRANGERS_KEPT_MS);
    let events = 0;
    for (let last = PRUNE_BATCH; last === PRUNE_BATCH; events += last) {
      last = await db.transaction((tx) => deleteStrangers(tx, before, PRUNE_BATCH));
    }
    if (events === 0) return;
    const data = { before: before.toISOString(), events };
    await db.transaction((tx) => record(tx, { at, actorId: null, event: { type: "pruned", data } }));
  }

  /** Writes events within the transaction of the change: both commit or neither. */
  async function record(tx: Transaction, ...events: NewAuditEvent[]): Promise<void> {
    const ids = await insertAuditEvents(tx, events);
    afterCommit(tx, () => {
      for (const { event } of events) metrics?.count("audit_events_total", { type: event.type });
      logEvents(ids, events);
    });
  }

  return {
    record,

    /**
     * Counts an event that outsiders can trigger at will. Equal ones within ten seconds are written as one; a crash loses
     * them.
     */
    count(event: FloodableEvent): void {
      metrics?.count("audit_events_total", { type: event.event.type });
      folds.add(event);
    },

    /** Pseudonym of an e-mail that belongs to no member; the e-mail itself is not stored. */
    pseudonym: (emailKey: string) =>
      createHmac("sha256", secret).update(`audit account ${emailKey}`).digest("hex").slice(0, 32),

    /** The last 50 changes of team and gateways and exports, newest first. */
    async activity(type?: ActivityType): Promise<ActivityEntry[]> {
      const entries = await findLastActivity(db, ACTIVITY_LIMIT, type);
      return entries.map((entry) => activityEntrySchema.parse({ ...entry, at: entry.at.toISOString() }));
    },

    /** Newest first. */
    async list(
      filter: AuditFilter & { type?: AuditType | undefined },
      range: PageRange,
    ): Promise<{ rows: AuditEntry[]; total: number; isCapped: boolean }> {
      const found = await findAuditEvents(db, filter, range);
      return { ...found, rows: found.rows.map((row) => auditEntrySchema.parse(row)) };
    },

    /** What members viewed, newest hour first. */
    views: (filter: AuditFilter, range: PageRange) => findViews(db, filter, range),

    start: writer.start,

    /** Writes the counted events. */
    async stop(): Promise<void> {
      await writer.stop();
      await write();
    },

    registerJobs(jobs: Pick<Jobs, "schedule">, now: Clock): void {
      jobs.schedule("audit.prune", "50 3 * * *", () => prune(now()));
    },
  };
}
