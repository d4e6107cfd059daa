import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { TimelineService } from "../timeline/timeline.service.ts";
import { eraseOrder, lockForPurge } from "./purge.repository.ts";

interface PurgeDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  /** Removes stored files after their rows are gone; a failure leaves an orphan, which the sweep takes. */
  removeFiles(keys: readonly string[]): Promise<void>;
  /** The same for what the mails' roads keep of them. */
  forgetMails(mailIds: readonly number[]): Promise<void>;
}

/**
 * Permanent deletion (decision 5): only from Deleted and without an open dispute. Personal data, mails, comments,
 * downloads, payloads of the history and files go; the order's id, dates and the digests of its history stay.
 */
export function createPurgeService({ db, now, timeline, removeFiles, forgetMails }: PurgeDeps) {
  async function purgeOne(actor: SessionMember, id: number): Promise<PerOrderResult> {
    const outcome = await db.transaction(async (tx) => {
      const order = await lockForPurge(tx, id);
      if (order === undefined) return { refusal: MESSAGES.orderNotFound };
      if (order.status !== "Deleted") return { refusal: MESSAGES.purgeNotDeleted };
      if (order.hasOpenDispute) return { refusal: MESSAGES.purgeOpenDispute };
      const at = now();
      await timeline.purge(tx, id);
      const erased = await eraseOrder(tx, at, id);
      await timeline.record(tx, at, [{ orderId: id, actorId: actor.id, event: { type: "purged", data: {} } }]);
      return { erased };
    });
    if (outcome.refusal !== undefined) return { order_id: id, status: 0, message: outcome.refusal };
    await removeFiles(outcome.erased.storageKeys);
    await forgetMails(outcome.erased.mailIds);
    return { order_id: id, status: 1, message: MESSAGES.orderPurged };
  }

  return {
    /** One transaction an order: each is gone whole or not at all. */
    async purge(actor: SessionMember, ids: readonly number[]): Promise<PerOrderResult[]> {
      const results: PerOrderResult[] = [];
      for (const id of ids) results.push(await purgeOne(actor, id));
      return results;
    },
  };
}
