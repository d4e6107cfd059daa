import { countedMessage, MESSAGES } from "#contract/messages.ts";
import {
  FOLDER_COUNTS,
  LIST_COUNT,
  LIST_NAMES,
  LIST_STATUS,
  nextStatuses,
  type OrderStatus,
} from "#contract/order-status.ts";
import {
  DEFAULT_PAGE_SIZE,
  type FolderCounts,
  LIST_LIMIT_MAX,
  type MonthCounts,
  type OrderDetails,
  type OrderRow,
} from "#contract/orders.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import { historyCount } from "./order-counts.repository.ts";
import { createOrderDetailsReader, type OrderDetailsRecord } from "./order-details.repository.ts";
import { createOrderLists, type ListRequest } from "./order-lists.repository.ts";
import { type OrderRelations, toOrderDetails, toOrderRow } from "./order-mapping.ts";
import { type DecidedMove, decideMove, statusChange, versionConflict } from "./order-moves.ts";
import { isSearchable } from "./order-search.ts";
import {
  changeStatuses,
  createMovableReader,
  findLastMoves,
  findMovedByPersons,
  lockMovable,
  type MovableOrder,
} from "./orders.repository.ts";

export interface OrdersDeps {
  db: Database;
  now: Clock;
  /** How documents, mail, downloads, remarks and the history show what they hold; composed by the program. */
  relations(order: OrderDetailsRecord): OrderRelations;
}

type Actor = Pick<SessionMember, "id" | "type">;
type ListQuery = Omit<ListRequest, "offset" | "limit">;

interface SearchWindow {
  start: number;
  /** Exclusive. */
  end: number;
  text: string;
  /** Count what is found however much it is. */
  isExact: boolean;
}

export interface Page {
  rows: OrderRow[];
  total: number;
  /** True when a search finds more than `total`. */
  isCapped?: true;
  months?: MonthCounts;
}

/** A single move's outcome: the order's new place and what it may do next. */
export interface MovedOrder {
  order_id: number;
  process_status: OrderStatus;
  previous_status: OrderStatus | null;
  next_statuses: OrderStatus[];
  version: number;
}

/** A move that the program makes by itself because of a mail; it never argues with a person who was first. */
export interface SystemMove {
  orderId: number;
  /** When the mail was queued. */
  queuedAt: Date;
  to: OrderStatus;
  reason: string | null;
  at: Date;
}

/** Out of these the program moves no order (D-44). */
const UNMOVED = new Set<OrderStatus>(["Deleted", "Refunds"]);

/** A move without a version meets another move this often at the most before it gives up. */
const MOVE_ATTEMPTS = 5;

export type OrdersService = ReturnType<typeof createOrdersService>;

export function createOrdersService({ db, now, relations }: OrdersDeps) {
  const lists = createOrderLists(db);
  const findMovable = createMovableReader(db);
  const findDetails = createOrderDetailsReader(db);

  /** @throws AppError forbidden for `allOrder` when the member's role has no Order History */
  function requireList(actor: Actor, list: ListRequest["list"]): void {
    if (list === "allOrder") requirePermission(actor, "orders:history");
  }

  async function page(request: ListRequest): Promise<Page> {
    const [records, total] = await Promise.all([
      request.limit === 0 ? [] : lists.findPage(request),
      lists.count(request),
    ]);
    return { rows: records.map(toOrderRow), total };
  }

  return {
    /** The twelve counts; each is the length of its list, because both are asked by one predicate. */
    async counts(): Promise<FolderCounts> {
      const byStatus = await lists.countStatuses();
      const counts = Object.fromEntries(FOLDER_COUNTS.map((name) => [name, 0])) as FolderCounts;
      for (const list of LIST_NAMES) {
        const status = LIST_STATUS[list];
        counts[LIST_COUNT[list]] = status === null ? historyCount(byStatus) : (byStatus.get(status) ?? 0);
      }
      return counts;
    },

    async list(actor: Actor, query: ListQuery, paging: { page: number; limit: number | undefined }): Promise<Page> {
      requireList(actor, query.list);
      const limit = Math.min(paging.limit ?? DEFAULT_PAGE_SIZE, LIST_LIMIT_MAX);
      const found = await page({ ...query, limit, offset: (paging.page - 1) * limit });
      if (query.list !== "futureOrder") return found;
      return { ...found, months: Object.fromEntries(await lists.countMonths()) as MonthCounts };
    },

    async search(actor: Actor, query: ListQuery, window: SearchWindow): Promise<Page> {
      requireList(actor, query.list);
      const { start, end, text, isExact } = window;
      const request = { ...query, offset: start, limit: Math.min(end - start, LIST_LIMIT_MAX) };
      if (!isSearchable(text)) return await page(request);
      const { rows, total, isCapped } = await lists.search({ ...request, text, isExact });
      return { rows: rows.map(toOrderRow), total, ...(isCapped && { isCapped }) };
    },

    /** @throws AppError not_found */
    async details(orderId: number): Promise<OrderDetails> {
      const found = await findDetails(orderId);
      if (found === undefined) throw notFound(MESSAGES.orderNotFound);
      return toOrderDetails(found, relations(found));
    },

    /**
     * Moves one order: read, decide, one guarded statement. When someone was first, it is decided again on what they
     * left; a request that states a version is then refused.
     * @throws AppError not_found, conflict_version, same_status, document_required, rule_violation
     */
    async move(
      actor: Actor,
      request: { orderId: number; to: OrderStatus; version: number | undefined },
    ): Promise<MovedOrder> {
      for (let attempt = 0; attempt < MOVE_ATTEMPTS; attempt += 1) {
        const order = await findMovable(request.orderId);
        if (order === undefined) throw notFound(MESSAGES.orderNotFound);
        if (request.version !== undefined && request.version !== order.version) {
          throw versionConflict(order, (await findLastMoves(db, [order.id])).get(order.id));
        }
        const at = now();
        const move = decideMove(order, request.to, at);
        const changed = await changeStatuses(db, at, [statusChange(move, actor.id)]);
        if (changed.has(order.id)) return toMovedOrder(order, move);
      }
      throw new AppError("unavailable", MESSAGES.unavailable, { retryAfterSeconds: 1 });
    },

    /**
     * A move of the program's own, inside the caller's transaction (D-44). Nothing happens when a person moved the order
     * since the mail was queued, nor out of Deleted or Refunds. The program's own moves count for nothing: what the
     * first mail's success did, the second one's failure may undo.
     * @returns whether the order was moved
     */
    async moveBySystem(tx: Transaction, move: SystemMove): Promise<boolean> {
      return (await moveManyBySystem(tx, [move])).has(move.orderId);
    },
    moveManyBySystem,
  };
}

/** The same for many orders, one move each, in as many statements as for one. @returns the ids that were moved */
async function moveManyBySystem(tx: Transaction, moves: readonly SystemMove[]): Promise<Set<number>> {
  if (moves.length === 0) return new Set();
  const held = await lockMovable(
    tx,
    moves.map(({ orderId }) => orderId),
  );
  const orders = new Map(held.map((order) => [order.id, order]));
  const wanted = moves.flatMap((move) => {
    const order = orders.get(move.orderId);
    return order === undefined || order.status === move.to || UNMOVED.has(order.status) ? [] : [{ move, order }];
  });
  if (wanted.length === 0) return new Set();
  const asked = wanted.map(({ move }) => ({ orderId: move.orderId, since: move.queuedAt }));
  const byPersons = await findMovedByPersons(tx, asked);
  const changes = wanted
    .filter(({ order }) => !byPersons.has(order.id))
    .map(({ move, order: { id, version, status } }) => {
      const data = { from: status, to: move.to, reason: move.reason };
      return { id, version, to: move.to, actorId: null, at: move.at, event: { type: "moved", data } as const };
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

/** Many moves' answer in the envelope: none done is a refusal, some done a message that counts. */
export function summarise<R extends { status: 0 | 1; message: string }>(
  results: R[],
  allDone: string,
  verb: string,
): string {
  const done = results.filter((result) => result.status === 1).length;
  if (done === results.length) return allDone;
  const firstReason = results.find((result) => result.status === 0)?.message ?? MESSAGES.statusNotAllowed;
  if (done > 0) return `${countedMessage(done, results.length, verb)} ${firstReason}`;
  throw new AppError("rule_violation", firstReason, { data: results });
}
