import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { AppError } from "#server/platform/app-error.ts";
import { eachSlice } from "#server/platform/batching.ts";
import { type BulkAnswer, bulkAnswer, done, refused } from "#server/platform/bulk-answer.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import { changeStatuses, findLastMoves, lockMovable, type MovableOrder } from "./order-moves.repository.ts";
import { type DecidedMove, decideMove, statusChange, statusVersionConflict } from "./order-moves.ts";

interface BulkDeps {
  db: Database;
  now: Clock;
  /** @throws AppError reauthentication_required */
  requireFresh(actor: SessionMember): void;
  purge: { purge(actor: SessionMember, ids: readonly number[]): Promise<PerOrderResult[]> };
}

interface BulkItem {
  id: number;
  version: number | undefined;
}

export type BulkMovesService = ReturnType<typeof createBulkMovesService>;

/** Operations on many orders: each order has its own result; everything possible is done in one transaction. */
export function createBulkMovesService({ db, now, purge, requireFresh }: BulkDeps) {
  return {
    /**
     * @throws AppError forbidden for Deleted without permission (for a single order too: the detail screen uses another
     * call); rule_violation for a permanent deletion with a status other than Deleted, and with the results when no
     * order could be changed
     */
    async changeStatus(
      actor: SessionMember,
      request: { items: readonly BulkItem[]; to: OrderStatus; isPermanent: boolean },
    ): Promise<BulkAnswer> {
      const { to, isPermanent } = request;
      const items = withoutRepeats(request.items);
      if (isPermanent) {
        requirePermission(actor, "orders:purge");
        requireFresh(actor);
        if (to !== "Deleted") throw new AppError("rule_violation", ORDER_MESSAGES.purgeOtherStatus);
        const ids = items.map(({ id }) => id);
        const results = await purge.purge(actor, ids);
        return bulkAnswer(results, ORDER_MESSAGES.orderPurged, "deleted permanently");
      }
      if (to === "Deleted") requirePermission(actor, "orders:delete");
      const success = to === "Deleted" ? ORDER_MESSAGES.orderDeleted : ORDER_MESSAGES.orderMoved;
      const refusals = new Map<number, string>();
      await db.transaction(async (tx) => {
        const sorted = items.toSorted((a, b) => a.id - b.id);
        // Only one slice is in memory at a time. Ascending by id, so that two calls can't deadlock.
        await eachSlice(sorted, async (slice) => {
          for (const [id, reason] of await moveSlice(tx, now, actor, slice, to)) refusals.set(id, reason);
        });
      });
      const results = items.map(({ id }) => {
        const reason = refusals.get(id);
        return reason === undefined ? done(id, success) : refused(id, reason);
      });
      return bulkAnswer(results, success, to === "Deleted" ? "deleted" : "moved");
    },
  };
}

/** Moves those of these orders that can be moved. @returns the reasons of the others by id */
async function moveSlice(
  tx: Transaction,
  now: Clock,
  actor: SessionMember,
  items: readonly BulkItem[],
  to: OrderStatus,
): Promise<Map<number, string>> {
  const found = await lockMovable(
    tx,
    items.map(({ id }) => id),
  );
  const orders = new Map(found.map((order) => [order.id, order]));
  const at = now();
  const refusals = new Map<number, string>();
  const moves: DecidedMove[] = [];
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
  for (const order of changed) refusals.set(order.id, statusVersionConflict(order, lastMoves.get(order.id)).message);
  await changeStatuses(
    tx,
    at,
    moves.map((move) => statusChange(move, actor.id)),
  );
  return refusals;
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

/** Keeps the first item of each order: a repeated id would be moved once and refused once. */
function withoutRepeats(items: readonly BulkItem[]): BulkItem[] {
  const seen = new Map<number, BulkItem>();
  for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item);
  return [...seen.values()];
}
