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
  SEARCH_MIN_CHARACTERS,
} from "#contract/orders.ts";
import { searchKey } from "#contract/text.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import type { TimelineService } from "../timeline/timeline.service.ts";
import { type OrderRelations, toOrderDetails, toOrderRow } from "./order-mapping.ts";
import { decideMove, moveEvent, versionConflict } from "./order-moves.ts";
import {
  countList,
  countMonths,
  countStatuses,
  findLastMove,
  findOrder,
  findPage,
  type ListRequest,
  lockMovable,
  updateStatuses,
} from "./orders.repository.ts";

export interface OrdersDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  /** What documents, mail, downloads, remarks and the history hold on an order; composed by the program. */
  relations(db: Queryable, orderId: number): Promise<OrderRelations>;
}

type Actor = Pick<SessionMember, "id" | "type">;
type ListQuery = Omit<ListRequest, "offset" | "limit" | "search">;

export interface Page {
  rows: OrderRow[];
  total: number;
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

/** A move that the program makes by itself; it never argues with a person who was first. */
export interface SystemMove {
  orderId: number;
  expectedVersion: number;
  to: OrderStatus;
  reason: string | null;
  at: Date;
}

export type OrdersService = ReturnType<typeof createOrdersService>;

export function createOrdersService({ db, now, timeline, relations }: OrdersDeps) {
  /** @throws AppError forbidden for `allOrder` when the member's role has no Order History */
  function requireList(actor: Actor, list: ListRequest["list"]): void {
    if (list === "allOrder") requirePermission(actor, "orders:history");
  }

  async function page(request: ListRequest): Promise<{ rows: OrderRow[]; total: number }> {
    const [records, total] = await Promise.all([
      request.limit === 0 ? [] : findPage(db, request),
      countList(db, request),
    ]);
    return { rows: records.map(toOrderRow), total };
  }

  return {
    /** The twelve counts; each is the length of its list, because both are asked by one predicate. */
    async counts(): Promise<FolderCounts> {
      const byStatus = await countStatuses(db);
      const counts = Object.fromEntries(FOLDER_COUNTS.map((name) => [name, 0])) as FolderCounts;
      for (const list of LIST_NAMES) {
        const status = LIST_STATUS[list];
        counts[LIST_COUNT[list]] = status === null ? sumOfHistory(byStatus) : (byStatus.get(status) ?? 0);
      }
      return counts;
    },

    async list(actor: Actor, query: ListQuery, paging: { page: number; limit: number | undefined }): Promise<Page> {
      requireList(actor, query.list);
      const limit = Math.min(paging.limit ?? DEFAULT_PAGE_SIZE, LIST_LIMIT_MAX);
      const found = await page({ ...query, search: undefined, limit, offset: (paging.page - 1) * limit });
      if (query.list !== "futureOrder") return found;
      return { ...found, months: Object.fromEntries(await countMonths(db)) as MonthCounts };
    },

    async search(actor: Actor, query: ListQuery, window: { start: number; end: number; text: string }): Promise<Page> {
      requireList(actor, query.list);
      const isSearch = [...searchKey(window.text)].length >= SEARCH_MIN_CHARACTERS;
      const limit = Math.min(window.end - window.start, LIST_LIMIT_MAX);
      return await page({ ...query, search: isSearch ? window.text : undefined, offset: window.start, limit });
    },

    /** @throws AppError not_found */
    async details(orderId: number): Promise<OrderDetails> {
      const [found, related] = await Promise.all([findOrder(db, orderId), relations(db, orderId)]);
      if (found === undefined) throw notFound(MESSAGES.orderNotFound);
      return toOrderDetails(found, related);
    },

    /** Moves one order. @throws AppError not_found, conflict_version, same_status, document_required, rule_violation */
    async move(
      actor: Actor,
      request: { orderId: number; to: OrderStatus; version: number | undefined },
    ): Promise<MovedOrder> {
      return await db.transaction(async (tx) => {
        const [order] = await lockMovable(tx, [request.orderId]);
        if (order === undefined) throw notFound(MESSAGES.orderNotFound);
        if (request.version !== undefined && request.version !== order.version) {
          throw versionConflict(order, await findLastMove(tx, order.id));
        }
        const at = now();
        const move = decideMove(order, request.to, at);
        await updateStatuses(tx, at, [move.change]);
        const { from, to } = move.change;
        const event = moveEvent(move);
        await timeline.record(tx, at, [{ orderId: order.id, actorId: actor.id, event }]);
        return {
          order_id: order.id,
          process_status: to,
          previous_status: from,
          next_statuses: nextStatuses({ status: to, previousStatus: from, isPaid: order.isPaid }),
          version: order.version + 1,
        };
      });
    },

    /**
     * A move of the program's own, inside the caller's transaction. Nothing happens when someone moved the order since
     * `expectedVersion`, nor out of Deleted or Refunds.
     * @returns whether the order was moved
     */
    async moveBySystem(tx: Transaction, move: SystemMove): Promise<boolean> {
      const [order] = await lockMovable(tx, [move.orderId]);
      if (order === undefined || order.version !== move.expectedVersion) return false;
      if (order.status === move.to || order.status === "Deleted" || order.status === "Refunds") return false;
      const { id, version, status } = order;
      await updateStatuses(tx, move.at, [{ id, version, from: status, to: move.to }]);
      const event = { type: "moved", data: { from: status, to: move.to, reason: move.reason } } as const;
      await timeline.record(tx, move.at, [{ orderId: id, actorId: null, event }]);
      return true;
    },
  };
}

function sumOfHistory(byStatus: Map<OrderStatus, number>): number {
  let sum = 0;
  for (const [status, count] of byStatus) if (status !== "Deleted") sum += count;
  return sum;
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
