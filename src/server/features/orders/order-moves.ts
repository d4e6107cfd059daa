import { formatDateTimeUtc } from "#contract/dates.ts";
import { conflictMessage, MESSAGES } from "#contract/messages.ts";
import { canReturn, isMoveTarget, type OrderStatus, statusLabel } from "#contract/order-status.ts";
import type { TimelineData } from "#contract/timeline.ts";
import { AppError } from "#server/platform/app-error.ts";
import { entryStatus } from "./intake-status.ts";
import type { MovableOrder, StatusChange } from "./orders.repository.ts";

/** A move that the rules allow, and whether it is the way back. */
export interface DecidedMove {
  change: {
    id: number;
    version: number;
    from: OrderStatus;
    to: OrderStatus;
    processingMode: MovableOrder["processingMode"];
  };
  isReturn: boolean;
}

/**
 * Decides one move (decisions 3 and 4): the seven statuses but the current one, or back to the previous status.
 * On the way back to Future the filing rule decides again, so the order may land in New.
 * @throws AppError same_status, document_required or rule_violation
 */
export function decideMove(order: MovableOrder, to: OrderStatus, now: Date): DecidedMove {
  if (order.status === to) throw new AppError("same_status", MESSAGES.statusSame);
  if (to === "Completed" && !order.hasDocument) {
    throw new AppError("document_required", MESSAGES.completedNeedsDocument);
  }
  const isReturn = order.previousStatus === to && canReturn(order);
  if (!isReturn && !isMoveTarget(to)) throw new AppError("rule_violation", MESSAGES.statusNotAllowed);
  const entry = to === "Future" ? entryStatus(order, now) : { status: to, processingMode: order.processingMode };
  if (entry.status === order.status) throw new AppError("same_status", MESSAGES.statusSame);
  const { id, version, status } = order;
  return { change: { id, version, from: status, to: entry.status, processingMode: entry.processingMode }, isReturn };
}

/** A decided move as it is written, with its history row. */
export function statusChange({ change, isReturn }: DecidedMove, actorId: number): StatusChange {
  const { id, version, from, to, processingMode } = change;
  const event: TimelineData = isReturn
    ? { type: "returned", data: { from, to } }
    : { type: "moved", data: { from, to, reason: null } };
  return { id, version, to, processingMode, clearsRefund: to === "Refunds" && !isReturn, actorId, event };
}

/** The refusal of a move that was decided on an old version: it says who was first, and what became of the order. */
export function versionConflict(order: MovableOrder, last: { at: Date; name: string | null } | undefined): AppError {
  const label = statusLabel(order.status, order.refundedAt?.toISOString() ?? null);
  const at = formatDateTimeUtc((last?.at ?? order.statusChangedAt).toISOString());
  return new AppError("conflict_version", conflictMessage(last?.name ?? null, label, at), {
    data: { order_id: order.id, process_status: order.status, version: order.version },
  });
}
