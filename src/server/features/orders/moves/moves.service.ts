import { MESSAGES } from "#contract/messages.ts";
import { dueAfter } from "#contract/orders/order-due.ts";
import { nextStatuses } from "#contract/orders/order-moves.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import {
  changeStatuses,
  createMovableReader,
  findLastMoves,
  findMovedByMembers,
  lockMovable,
  type MovableOrder,
} from "./order-moves.repository.ts";
import { type DecidedMove, decideMove, statusChange, statusVersionConflict } from "./order-moves.ts";

/** The result of a single move: the order's new status and its possible next ones. */
export interface MovedOrder {
  order_id: number;
  process_status: OrderStatus;
  previous_status: OrderStatus | null;
  next_statuses: OrderStatus[];
  version: number;
}

/** A move that the program makes by itself because of a mail; never overrides a newer manual change. */
export interface SystemMove {
  orderId: number;
  /** When the mail was queued. */
  queuedAt: Date;
  to: OrderStatus;
  /** The only status it is moved out of; any by default. */
  from?: OrderStatus;
  reason: string | null;
  at: Date;
}

/** Statuses that the system never moves an order out of (decision record 0044). */
const NOT_MOVED_FROM = new Set<OrderStatus>(["Deleted", "Refunds"]);

/** How often a move without a version is tried when concurrent moves win. */
const MOVE_ATTEMPTS = 5;

/** Moves single orders for members, and any number of orders for the system. */
export function createMovesService({ db, now }: { db: Database; now: Clock }) {
  const findMovable = createMovableReader(db);

  return {
    /**
     * Moves one order: reads, decides, and writes with one guarded statement. After a concurrent change it decides
     * again on the new state, or refuses a request that states a version.
     * @throws AppError not_found, conflict_version, same_status, document_required, rule_violation
     */
    async move(
      actor: Pick<SessionMember, "id" | "type">,
      request: { orderId: number; to: OrderStatus; version: number | undefined },
    ): Promise<MovedOrder> {
      for (let attempt = 0; attempt < MOVE_ATTEMPTS; attempt += 1) {
        const order = requireFound(await findMovable(request.orderId), MESSAGES.orderNotFound);
        if (request.version !== undefined && request.version !== order.version) {
          throw statusVersionConflict(order, (await findLastMoves(db, [order.id])).get(order.id));
        }
        const at = now();
        const move = decideMove(order, request.to, at);
        const changed = await changeStatuses(db, at, [statusChange(move, actor.id)]);
        if (changed.has(order.id)) return toMovedOrder(order, move);
      }
      throw new AppError("unavailable", MESSAGES.unavailable, { retryAfterSeconds: 1 });
    },

    /**
     * The same move inside the caller's transaction, for a change that goes with it.
     * @throws AppError as `move`
     */
    async moveWithin(
      tx: Transaction,
      actor: Pick<SessionMember, "id">,
      request: { orderId: number; to: OrderStatus; version: number | undefined; at: Date },
    ): Promise<void> {
      const order = requireFound((await lockMovable(tx, [request.orderId]))[0], MESSAGES.orderNotFound);
      if (request.version !== undefined && request.version !== order.version) {
        throw statusVersionConflict(order, (await findLastMoves(tx, [order.id])).get(order.id));
      }
      const move = decideMove(order, request.to, request.at);
      await changeStatuses(tx, request.at, [statusChange(move, actor.id)]);
    },

    /**
     * Moves an order for the system, inside the caller's transaction (decision record 0044). Does nothing if a member
     * moved the order since the mail was queued, nor out of Deleted or Refunds. Earlier moves by the system don't
     * count: the failure of a second mail may undo the move that the success of the first one made.
     * @returns whether the order was moved
     */
    async moveBySystem(tx: Transaction, move: SystemMove): Promise<boolean> {
      return (await moveManyBySystem(tx, [move])).has(move.orderId);
    },
    moveManyBySystem,
  };
}

/** Does the same for many orders, one move each, in as many statements as for one. @returns the moved ids */
async function moveManyBySystem(tx: Transaction, moves: readonly SystemMove[]): Promise<Set<number>> {
  if (moves.length === 0) return new Set();
  const locked = await lockMovable(
    tx,
    moves.map(({ orderId }) => orderId),
  );
  const orders = new Map(locked.map((order) => [order.id, order]));
  const candidates = moves.flatMap((move) => {
    const order = orders.get(move.orderId);
    if (order === undefined || order.status === move.to || NOT_MOVED_FROM.has(order.status)) return [];
    return move.from === undefined || move.from === order.status ? [{ move, order }] : [];
  });
  if (candidates.length === 0) return new Set();
  const queued = candidates.map(({ move }) => ({ orderId: move.orderId, since: move.queuedAt }));
  const byMembers = await findMovedByMembers(tx, queued);
  const changes = candidates
    .filter(({ order }) => !byMembers.has(order.id))
    .map(({ move: { to, reason, at }, order }) => {
      const { id, version, status, service } = order;
      const due = dueAfter(order, { ...order, status: to }, at, service);
      const event = { type: "moved", data: { from: status, to, reason } } as const;
      return { id, version, to, due, actorId: null, at, event };
    });
  return await changeStatuses(tx, moves[0]?.at ?? new Date(), changes);
}

function toMovedOrder(order: MovableOrder, { change: { from, to } }: DecidedMove): MovedOrder {
  return {
    order_id: order.id,
    process_status: to,
    previous_status: from,
    next_statuses: nextStatuses({ status: to, previousStatus: from, isPaid: order.isPaid }),
    version: order.version + 1,
  };
}
