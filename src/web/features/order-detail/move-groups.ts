import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { MOVE_LABELS, type MoveTarget } from "#contract/orders/order-moves.ts";
import { canReturn, type OrderStatus } from "#contract/orders/order-status.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";

const GROUPS: readonly { title: string; targets: readonly MoveTarget[] }[] = [
  { title: "Waiting for an answer", targets: ["Awaiting", "AwaitingGovt"] },
  { title: "Talking to the customer", targets: ["Contact Customer", "Customer Called"] },
  { title: "Done", targets: ["Completed"] },
  { title: "Refund or delete", targets: ["Refunds", "Deleted"] },
];

export interface Move {
  status: OrderStatus;
  label: string;
}

export interface MoveGroup {
  title: string;
  moves: Move[];
}

/** The moves that the server offers, in groups; the return is first, even if the same move is among the seven. */
export function moveGroups(order: Pick<OrderDetails, "next_statuses" | "previous_status">): MoveGroup[] {
  const { next_statuses: nextStatuses } = order;
  const back = undoTarget(order);
  const undo = back === null ? [] : [{ status: back, label: `Undo last move (back to ${statusLabel(back)})` }];
  const groups = GROUPS.map(({ title, targets }) => ({
    title,
    moves: targets
      .filter((target) => nextStatuses.includes(target))
      .map((target) => ({ status: target, label: MOVE_LABELS[target] })),
  }));
  return [{ title: "Undo", moves: undo }, ...groups].filter(({ moves }) => moves.length > 0);
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
