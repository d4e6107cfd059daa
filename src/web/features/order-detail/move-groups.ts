import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { LIKELY_MOVES, MOVE_LABELS, MOVE_TARGETS } from "#contract/orders/order-moves.ts";
import { canReturn, type OrderStatus } from "#contract/orders/order-status.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";

export interface Move {
  status: OrderStatus;
  label: string;
}

export interface MoveGroup {
  title: string;
  isLikely: boolean;
  moves: Move[];
}

/**
 * The moves that the server offers: first the likely ones, then the return and the rest in the specified order. A status
 * may be there twice, as the return and as one of the seven.
 */
export function moveGroups(
  order: Pick<OrderDetails, "process_status" | "next_statuses" | "previous_status">,
): MoveGroup[] {
  const back = undoTarget(order);
  const moves = MOVE_TARGETS.filter((target) => order.next_statuses.includes(target)).map((status): Move => {
    return { status, label: MOVE_LABELS[status] };
  });
  const expected: readonly OrderStatus[] = LIKELY_MOVES[order.process_status];
  const undo = back === null ? [] : [{ status: back, label: `Undo last move (back to ${statusLabel(back)})` }];
  const likely = expected.length === 0 ? undo : moves.filter(({ status }) => expected.includes(status));
  const rest = [...undo, ...moves].filter((move) => !likely.includes(move));
  return [
    { title: "Likely moves", isLikely: true, moves: likely },
    { title: "Other moves", isLikely: false, moves: rest },
  ].filter(({ moves: { length } }) => length > 0);
}

/** True when a move to `target` can't be undone: a paid order never returns to Pending. */
export function isFinalMove(order: { process_status: OrderStatus; paid: boolean }, target: OrderStatus): boolean {
  return !canReturn({ status: target, previousStatus: order.process_status, isPaid: order.paid });
}

/** The status that undoes the last move, or null. */
export function undoTarget(moved: {
  previous_status: OrderStatus | null;
  next_statuses: readonly OrderStatus[];
}): OrderStatus | null {
  const { previous_status, next_statuses } = moved;
  return previous_status !== null && next_statuses.includes(previous_status) ? previous_status : null;
}
