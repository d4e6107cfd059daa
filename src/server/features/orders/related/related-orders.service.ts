import { DAY_MS } from "#contract/dates.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import {
  MAX_RELATED,
  RELATIONS,
  type RelatedOrders,
  type Relation,
  SHARED_KEYS,
} from "#contract/orders/related-orders.ts";
import { AppError, notFound, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { TimelineService } from "../../timeline/timeline.service.ts";
import { areDuplicates } from "./duplicate-rule.ts";
import { createRelatedReader, insertDismissal, lockPair, type RelatedRecord } from "./related-orders.repository.ts";

interface RelatedOrdersDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
}

export type RelatedOrdersService = ReturnType<typeof createRelatedOrdersService>;

/** Orders of one traveller, contact or card, and what staff decided about them (decision record 0093). */
export function createRelatedOrdersService({ db, now, timeline }: RelatedOrdersDeps) {
  const findRelated = createRelatedReader(db);

  return {
    /** @throws AppError not_found */
    async related(orderId: number): Promise<RelatedOrders> {
      const own = requireFound(await findRelated(orderId), MESSAGES.orderNotFound);
      const { rows } = own;
      const found = new Map<number, RelatedRecord>();
      for (const key of ["duplicate", ...SHARED_KEYS]) {
        for (const row of rows.filter(({ via }) => via === key).slice(0, MAX_RELATED)) found.set(row.id, row);
      }
      const orders = [...found.values()].map((row) => ({
        order_id: row.id,
        process_status: row.status,
        full_name: row.fullName,
        arrival_date: row.arrivalDate,
        relation: relationOf(own, row),
        shares: row.shares,
      }));
      const rank = (relation: Relation) => RELATIONS.indexOf(relation);
      orders.sort((one, other) => rank(one.relation) - rank(other.relation) || other.order_id - one.order_id);
      const more = SHARED_KEYS.filter((key) => rows.filter(({ via }) => via === key).length > MAX_RELATED);
      return { orders, more };
    },

    /**
     * Ends the question whether two orders are duplicates. Both rows are locked: a correction comes before or after.
     * @throws AppError not_found, rule_violation for orders that are no duplicates
     */
    async dismiss(
      actor: { id: number },
      { orderId, otherId, reason }: { orderId: number; otherId: number; reason: string },
    ): Promise<void> {
      if (orderId === otherId) throw new AppError("rule_violation", ORDER_MESSAGES.dismissNone);
      await db.transaction(async (tx) => {
        const [a, b] = await lockPair(tx, [orderId, otherId]);
        if (a === undefined || b === undefined) throw notFound(MESSAGES.orderNotFound);
        if (!(await areDuplicates(tx, a, b.id))) throw new AppError("rule_violation", ORDER_MESSAGES.dismissNone);
        const at = now();
        await insertDismissal(tx, [a, b], { by: actor.id, at, reason });
        const event = (other_id: number) => ({ type: "not-duplicate" as const, data: { other_id, reason } });
        await timeline.record(tx, at, [
          { orderId: a.id, actorId: actor.id, event: event(b.id) },
          { orderId: b.id, actorId: actor.id, event: event(a.id) },
        ]);
      });
    },
  };
}

function relationOf(
  own: { arrivalDate: string | null },
  { isDuplicate, shares, arrivalDate }: RelatedRecord,
): Relation {
  if (isDuplicate) return "duplicate";
  if (shares.includes("passport")) return "same_traveller";
  if (own.arrivalDate === null || arrivalDate === null) return "same_contact";
  const apart = Math.abs(Date.parse(own.arrivalDate) - Date.parse(arrivalDate));
  return apart <= DAY_MS ? "travels_together" : "same_contact";
}
