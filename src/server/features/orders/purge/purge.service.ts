import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { TimelineService } from "../../timeline/timeline.service.ts";
import { eraseOrder, lockForPurge } from "./purge.repository.ts";

interface PurgeDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  /** Removes stored files after their rows are deleted; a failure leaves an orphan for the sweep. */
  removeFiles(keys: readonly string[]): Promise<void>;
  /** Removes the copies that mail transports keep. */
  forgetMails(mailIds: readonly number[]): Promise<void>;
  forgetClaims(tx: Transaction, orderId: number): Promise<void>;
}

/**
 * Permanent deletion (decision record 0014), only from Deleted and without an open dispute. Deletes personal data, mails,
 * comments, downloads, event payloads and files; keeps the order's id, dates and the digests of its timeline.
 */
export function createPurgeService({ db, now, timeline, removeFiles, forgetMails, forgetClaims }: PurgeDeps) {
  async function purgeOne(actor: SessionMember, id: number): Promise<PerOrderResult> {
    const outcome = await db.transaction(async (tx) => {
      const order = await lockForPurge(tx, id);
      if (order === undefined) return { refusal: MESSAGES.orderNotFound };
      if (order.status !== "Deleted") return { refusal: ORDER_MESSAGES.purgeNotDeleted };
      if (order.hasOpenDispute) return { refusal: ORDER_MESSAGES.purgeOpenDispute };
      const at = now();
      await timeline.purge(tx, id);
      await forgetClaims(tx, id);
      const erased = await eraseOrder(tx, at, id);
      await timeline.record(tx, at, [{ orderId: id, actorId: actor.id, event: { type: "purged", data: {} } }]);
      return { erased };
    });
    if (outcome.refusal !== undefined) return { order_id: id, status: 0, message: outcome.refusal };
    await removeFiles(outcome.erased.storageKeys);
    await forgetMails(outcome.erased.mailIds);
    return { order_id: id, status: 1, message: ORDER_MESSAGES.orderPurged };
  }

  return {
    /** One transaction per order: each is purged completely or not at all. */
    async purge(actor: SessionMember, ids: readonly number[]): Promise<PerOrderResult[]> {
      const results: PerOrderResult[] = [];
      for (const id of ids) results.push(await purgeOne(actor, id));
      return results;
    },
  };
}
