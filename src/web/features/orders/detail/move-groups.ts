import {
  canReturn,
  isMoveTarget,
  MOVE_LABELS,
  type MoveTarget,
  type OrderStatus,
  statusLabel,
} from "#contract/order-status.ts";

const GROUPS: readonly { title: string; targets: readonly MoveTarget[] }[] = [
  { title: "Waiting for an answer", targets: ["Awaiting", "AwaitingGovt"] },
  { title: "Talking to the customer", targets: ["Contact Customer", "Customer Called"] },
  { title: "Done", targets: ["Completed"] },
  { title: "Taking it out", targets: ["Refunds", "Deleted"] },
];

export interface Move {
  status: OrderStatus;
  label: string;
}

export interface MoveGroup {
  title: string;
  moves: Move[];
}

/** The moves the server offers, in groups; the way back, which is none of the seven, stands first as "Restore". */
export function moveGroups(nextStatuses: readonly OrderStatus[]): MoveGroup[] {
  const back = nextStatuses.filter((status) => !isMoveTarget(status));
  const restore = back.map((status) => ({ status, label: `Restore to ${statusLabel(status)}` }));
  const groups = GROUPS.map(({ title, targets }) => ({
    title,
    moves: targets
      .filter((target) => nextStatuses.includes(target))
      .map((target) => ({ status: target, label: MOVE_LABELS[target] })),
  }));
  return [{ title: "Back where it was", moves: restore }, ...groups].filter(({ moves }) => moves.length > 0);
}

/** True when an order that is moved to `target` now could not be taken back: a paid order never returns to Pending. */
export function isFinalMove(order: { process_status: OrderStatus; paid: boolean }, target: OrderStatus): boolean {
  return !canReturn({ status: target, previousStatus: order.process_status, isPaid: order.paid });
}

/** Where a move just made can be taken back to, or null. */
export function undoTarget(moved: {
  previous_status: OrderStatus | null;
  next_statuses: readonly OrderStatus[];
}): OrderStatus | null {
  const { previous_status, next_statuses } = moved;
  return previous_status !== null && next_statuses.includes(previous_status) ? previous_status : null;
}
