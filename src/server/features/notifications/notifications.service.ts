import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { type MemberNotification, memberNotificationSchema } from "#contract/notifications/notifications.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { defineQueue, type Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import { sendByOneOf } from "#server/platform/mail/send-by-one-of.ts";
import {
  countSince,
  deleteNotificationsBefore,
  findAdminIds,
  findNotificationIds,
  findUnsent,
  insertNotification,
  lockMembers,
  markSent,
} from "./notifications.repository.ts";

/** Limit of one kind, per member and day (UTC). */
const MAX_PER_DAY = 5;
/** Each is about another order, and nobody outside can cause more of them than members asked for changes. */
const UNLIMITED: readonly MemberNotification["kind"][] = ["email-contested"];
/** Retry delays after the first, second … failed attempt; the last one repeats. */
const RETRY_DELAYS_MS = [10_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** A notification that could not be mailed for this long is dropped. */
const EXPIRES_AFTER_MS = DAY_MS;
/** How long rows, and the files of installations without a mail server, are kept. */
const RETENTION_MS = 30 * DAY_MS;

interface NotificationJob {
  notificationId: number;
  tries: number;
}
const notificationQueue = defineQueue<NotificationJob>("member-notice");

interface NotificationsDeps {
  db: Database;
  now: Clock;
  log: Log;
  jobs: Pick<Jobs, "enqueue" | "handle" | "schedule">;
  /** Separate transports, because the ids of these mails are those of the notifications. */
  transportsFor: MailTransports;
  from: string;
  templates: Pick<MailTemplatesService, "memberNotification">;
  pausesMs?: readonly number[];
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;

export function createNotificationsService(deps: NotificationsDeps) {
  const { db, now, log, jobs, transportsFor, from, templates, pausesMs = RETRY_DELAYS_MS } = deps;
  // No provider is chosen for these mails: uses the transports of AWS, in its failover sequence.
  const transports = () => transportsFor("AWS").map(({ transport }) => transport);

  async function queue(
    tx: Transaction,
    memberIds: readonly number[],
    { kind, facts }: MemberNotification,
    to?: readonly string[],
  ): Promise<void> {
    const createdAt = now();
    const most = UNLIMITED.includes(kind) ? Number.POSITIVE_INFINITY : MAX_PER_DAY;
    const dayStart = new Date(Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS);
    for (const { id: memberId, email } of await lockMembers(tx, memberIds)) {
      let sent = await countSince(tx, memberId, kind, dayStart);
      for (const recipient of new Set(to ?? [email])) {
        if (sent >= most) break;
        sent += 1;
        const isLast = sent === most;
        const notificationId = await insertNotification(tx, { memberId, kind, facts, recipient, isLast, createdAt });
        await jobs.enqueue(tx, notificationQueue, { notificationId, tries: 0 });
      }
    }
  }

  async function send({ notificationId, tries }: NotificationJob): Promise<void> {
    const found = await findUnsent(db, notificationId);
    if (found === undefined) return;
    const { name, notification: row } = found;
    const notification = memberNotificationSchema.parse({ kind: row.kind, facts: row.facts });
    const message = await templates.memberNotification({ name, at: row.createdAt, notification, isLast: row.isLast });
    const at = now();
    const envelope = { mailId: notificationId, attemptId: randomUUID(), at, from, to: row.recipient };
    const mail = { ...message, ...envelope, attachments: [], isUnreported: true as const };
    const outcome = await sendByOneOf(transports(), mail, (failure) =>
      log.warn({ notificationId, ...failure }, "a notification to a member could not be mailed"),
    );
    if (outcome === "sent") return await markSent(db, notificationId, at);
    if (outcome === "refused") return;
    const pause = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? MINUTE_MS;
    const nextAt = new Date(at.getTime() + pause);
    if (nextAt.getTime() > row.createdAt.getTime() + EXPIRES_AFTER_MS) {
      log.error(
        { notificationId, tries: tries + 1 },
        "a notification to a member could not be delivered in time and is dropped",
      );
      return;
    }
    await db.transaction((tx) => jobs.enqueue(tx, notificationQueue, { notificationId, tries: tries + 1 }, nextAt));
  }

  async function prune(): Promise<void> {
    await deleteNotificationsBefore(db, new Date(now().getTime() - RETENTION_MS));
    for (const transport of transports()) {
      const kept = (await transport.kept?.()) ?? [];
      if (kept.length === 0) continue;
      const known = await findNotificationIds(db, kept);
      await transport.forget?.(kept.filter((id) => !known.has(id)));
    }
  }

  return {
    /**
     * Queues a mail to a member about their own account, in the transaction of the change it reports. At most five per
     * kind, member and day; the fifth says so.
     * @param to recipients instead of the member's current address; a change of the address is sent to both
     */
    notify: (tx: Transaction, memberId: number, notification: MemberNotification, to?: readonly string[]) =>
      queue(tx, [memberId], notification, to),

    /** Queues the mail to every active Admin. */
    notifyAdmins: async (tx: Transaction, notification: MemberNotification) =>
      await queue(tx, await findAdminIds(tx), notification),

    registerJobs(): void {
      jobs.handle(notificationQueue, send, { concurrency: 2 });
      jobs.schedule("notices.prune", "20 3 * * *", prune);
    },
  };
}
