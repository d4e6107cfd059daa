import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { memberNotificationSchema } from "#contract/notifications/notifications.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import { sendByOneOf } from "#server/platform/mail/send-by-one-of.ts";
import { createNotificationQueue, type NotificationJob, notificationQueue } from "./notification-queue.ts";
import { deleteNotificationsBefore, findNotificationIds, findUnsent, markSent } from "./notifications.repository.ts";

/** Retry delays after the first, second … failed attempt; the last one repeats. */
const RETRY_DELAYS_MS = [10_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** A notification that could not be mailed for this long is dropped. */
const EXPIRES_AFTER_MS = DAY_MS;
/** How long rows, and the files of installations without a mail server, are kept. */
const RETENTION_MS = 30 * DAY_MS;

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
    ...createNotificationQueue({ now, jobs }),

    registerJobs(): void {
      jobs.handle(notificationQueue, send, { concurrency: 2 });
      jobs.schedule("notices.prune", "20 3 * * *", prune);
    },
  };
}
