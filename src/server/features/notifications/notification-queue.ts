import { DAY_MS } from "#contract/dates.ts";
import type { MemberNotification } from "#contract/notifications/notifications.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { defineQueue, type Jobs } from "#server/platform/jobs/jobs.ts";
import { countSince, findAdminIds, insertNotification, lockMembers } from "./notifications.repository.ts";

/** Limit of one kind, per member and day (UTC). */
const MAX_PER_DAY = 5;
/** Each is about another order or member, and nobody outside can cause more of them than members asked for changes. */
const UNLIMITED: readonly MemberNotification["kind"][] = ["email-contested", "member-factor-reset"];

export interface NotificationJob {
  notificationId: number;
  tries: number;
}
export const notificationQueue = defineQueue<NotificationJob>("member-notice");

/** Queues mails to members; also without the program, which sends them once it runs. */
export function createNotificationQueue({ now, jobs }: { now: Clock; jobs: Pick<Jobs, "enqueue"> }) {
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
  };
}
