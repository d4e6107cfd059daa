import { MOVE_LABELS, MOVE_TARGETS, type MoveTarget } from "#contract/orders/order-moves.ts";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";

/** Targets of a bulk move from a list: the seven except the list's own status, and Deleted, which has its own button. */
export function bulkTargets(list: ListName): { target: MoveTarget; label: string }[] {
  return MOVE_TARGETS.filter((target) => target !== QUEUE[list].status && target !== "Deleted").map((target) => ({
    target,
    label: MOVE_LABELS[target],
  }));
}

/** What Delete does in a list: a soft delete, a permanent one among deleted orders, or nothing. */
export type DeleteKind = "soft" | "permanent" | "none";

export function deleteKind(list: ListName, rights: { canDelete: boolean; canPurge: boolean }): DeleteKind {
  if (list === "deletedOrder") return rights.canPurge ? "permanent" : "none";
  return rights.canDelete ? "soft" : "none";
}
