import { LIST_STATUS, type ListName, MOVE_LABELS, MOVE_TARGETS, type MoveTarget } from "#contract/order-status.ts";

/** Where a whole selection of a list may be sent: the seven but the list's own status, and Deleted has its own button. */
export function bulkTargets(list: ListName): { target: MoveTarget; label: string }[] {
  return MOVE_TARGETS.filter((target) => target !== LIST_STATUS[list] && target !== "Deleted").map((target) => ({
    target,
    label: MOVE_LABELS[target],
  }));
}

/** What Delete means in a list: a soft delete, a final one where orders are deleted already, or nothing. */
export type DeleteKind = "soft" | "permanent" | "none";

export function deleteKind(list: ListName, rights: { canDelete: boolean; canPurge: boolean }): DeleteKind {
  if (list === "deletedOrder") return rights.canPurge ? "permanent" : "none";
  return rights.canDelete ? "soft" : "none";
}
