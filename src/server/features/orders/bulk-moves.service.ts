import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import type { TimelineService } from "../timeline/timeline.service.ts";
import { type DecidedMove, decideMove, statusChange, versionConflict } from "./order-moves.ts";
import { changeStatuses, findLastMoves, lockMovable, type MovableOrder, updateRefunds } from "./orders.repository.ts";
import { summarise } from "./orders.service.ts";

interface BulkDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  purge: { purge(actor: SessionMember, ids: readonly number[]): Promise<PerOrderResult[]> };
}

interface BulkAnswer {
  results: PerOrderResult[];
  message: string;
}

interface BulkItem {
  id: number;
  version: number | undefined;
}

const done = (order_id: number, message: string): PerOrderResult => ({ order_id, status: 1, message });
const refused = (order_id: number, message: string): PerOrderResult => ({ order_id, status: 0, message });

export type BulkMovesService = ReturnType<typeof createBulkMovesService>;

/** Calls on many orders: each order has its own answer, all that can be done is done in one transaction. */
export function createBulkMovesService({ db, now, timeline, purge }: BulkDeps) {
  return {
    /**
     * @throws AppError forbidden for Deleted without the right to it (also for a single order: the detail screen's
     * move is another call), rule_violation with the answers when no order could be changed
     */
    async changeStatus(
      actor: SessionMember,
      request: { items: readonly BulkItem[]; to: OrderStatus; isPermanent: boolean },
    ): Promise<BulkAnswer> {
      const { to, isPermanent } = request;
      const items = withoutRepeats(request.items);
      if (isPermanent) {
        requirePermission(actor, "orders:purge");
        const ids = items.map(({ id }) => id);
        const results = await purge.purge(actor, ids);
        return { results, message: summarise(results, MESSAGES.orderPurged, "deleted permanently") };
      }
      if (to === "Deleted") requirePermission(actor, "orders:delete");
      const success = to === "Deleted" ? MESSAGES.orderDeleted : MESSAGES.orderMoved;
      const results = await db.transaction(async (tx) => {
        const found = await lockMovable(
          tx,
          items.map(({ id }) => id),
        );
        const orders = new Map(found.map((order) => [order.id, order]));
        const at = now();
        const moves: DecidedMove[] = [];
        const refusals = new Map<number, string>();
        const changed: MovableOrder[] = [];
        for (const { id, version } of items) {
          const order = orders.get(id);
          if (order === undefined) refusals.set(id, MESSAGES.orderNotFound);
          else if (version !== undefined && version !== order.version) changed.push(order);
          else decide(order, to, at, moves, refusals);
        }
        const lastMoves = await findLastMoves(
          tx,
          changed.map(({ id }) => id),
        );
        for (const order of changed) {
          refusals.set(order.id, versionConflict(order, lastMoves.get(order.id)).message);
        }
        await changeStatuses(
          tx,
          at,
          moves.map((move) => statusChange(move, actor.id)),
        );
        return items.map(({ id }) => {
          const reason = refusals.get(id);
          return reason === undefined ? done(id, success) : refused(id, reason);
        });
      });
      return { results, message: summarise(results, success, to === "Deleted" ? "deleted" : "moved") };
    },

    /** Records refunds; moves no money. @throws AppError rule_violation with the answers when none could be recorded */
    async recordRefunds(actor: SessionMember, orderIds: readonly number[]): Promise<BulkAnswer> {
      const ids = [...new Set(orderIds)];
      const results = await db.transaction(async (tx) => {
        const found = new Map((await lockMovable(tx, ids)).map((order) => [order.id, order]));
        const at = now();
        const recorded = await updateRefunds(tx, at, actor.id, ids);
        const event = { type: "refund-recorded", data: { refund_date: at.toISOString() } } as const;
        await timeline.record(
          tx,
          at,
          [...recorded].map((orderId) => ({ orderId, actorId: actor.id, event })),
        );
        return ids.map((id) => {
          if (recorded.has(id)) return done(id, MESSAGES.refundRecorded);
          return refused(id, refundRefusal(found.get(id)));
        });
      });
      return { results, message: summarise(results, MESSAGES.refundRecorded, "recorded as refunded") };
    },
  };
}

function decide(
  order: MovableOrder,
  to: OrderStatus,
  at: Date,
  moves: DecidedMove[],
  refusals: Map<number, string>,
): void {
  try {
    moves.push(decideMove(order, to, at));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusals.set(order.id, error.message);
  }
}

function refundRefusal(order: MovableOrder | undefined): string {
  if (order === undefined) return MESSAGES.orderNotFound;
  return order.status === "Refunds" ? MESSAGES.refundAlready : MESSAGES.refundWrongStatus;
}

/** The first mention of an order counts: a repeated id would be moved once and refused once. */
function withoutRepeats(items: readonly BulkItem[]): BulkItem[] {
  const seen = new Map<number, BulkItem>();
  for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item);
  return [...seen.values()];
}
