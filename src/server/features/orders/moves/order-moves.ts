import { formatDateTimeUtc } from "#contract/dates.ts";
import { conflictMessage, ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { type DueColumns, dueAfter } from "#contract/orders/order-due.ts";
import { isMoveTarget } from "#contract/orders/order-moves.ts";
import { canReturn, type OrderStatus } from "#contract/orders/order-status.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import { AppError } from "#server/platform/app-error.ts";
import { entryStatus } from "../intake/intake-status.ts";
import type { MovableOrder, StatusChange } from "./order-moves.repository.ts";

/** A move that the rules allow, and whether it is a return. */
export interface DecidedMove {
  change: {
    id: number;
    version: number;
    factsVersion: number;
    from: OrderStatus;
    to: OrderStatus;
    processingMode: MovableOrder["processingMode"];
    due: DueColumns;
  };
  isReturn: boolean;
}

/**
 * Decides one move (decision record 0012): the seven statuses but the current one, or back to the previous status.
 * On a return to Future the filing rule decides again, so the order may land in New.
 * @throws AppError same_status, document_required or rule_violation
 */
export function decideMove(order: MovableOrder, to: OrderStatus, now: Date): DecidedMove {
  if (order.status === to) throw new AppError("same_status", ORDER_MESSAGES.statusSame);
  if (to === "Completed" && !order.hasDocument) {
    throw new AppError("document_required", ORDER_MESSAGES.completedNeedsDocument);
  }
  const isReturn = order.previousStatus === to && canReturn(order);
  if (!isReturn && !isMoveTarget(to)) throw new AppError("rule_violation", ORDER_MESSAGES.statusNotAllowed);
  const entry = to === "Future" ? entryStatus(order, now) : { status: to, processingMode: order.processingMode };
  if (entry.status === order.status) throw new AppError("same_status", ORDER_MESSAGES.statusSame);
  const { id, version, factsVersion, status: from } = order;
  const due = dueAfter(order, { ...order, ...entry }, now, order.service);
  const { status: landed, processingMode } = entry;
  return { change: { id, version, factsVersion, from, to: landed, processingMode, due }, isReturn };
}

/** Turns a decided move into the change to write, with its timeline event. */
export function statusChange({ change, isReturn }: DecidedMove, actorId: number): StatusChange {
  const { from, to, ...decided } = change;
  const event: TimelineData = isReturn
    ? { type: "returned", data: { from, to } }
    : { type: "moved", data: { from, to, reason: null } };
  return { ...decided, to, actorId, event };
}

/** The refusal of a move that was decided on an outdated version: says who changed the order, and its current status. */
export function statusVersionConflict(
  order: MovableOrder,
  last: { at: Date; name: string | null } | undefined,
): AppError {
  const label = statusLabel(order.status, order.refundedAt?.toISOString() ?? null);
  const at = formatDateTimeUtc((last?.at ?? order.statusChangedAt).toISOString());
  return new AppError("conflict_version", conflictMessage(last?.name ?? null, label, at), {
    data: { order_id: order.id, process_status: order.status, version: order.version },
  });
}
