export const ORDER_MESSAGES = {
  orderIdInvalid: "This is not an order id.",
  statusUnknown: "Please select a status.",
  statusSame: "The order is already there.",
  statusNotAllowed: "The order can't be moved there.",
  completedNeedsDocument: "Upload the document first",
  orderMoved: "Order status has been updated successfully",
  orderDeleted: "Order has been deleted successfully",
  orderPurged: "Order has been deleted permanently",
  purgeNotDeleted: "Only a deleted order can be deleted permanently.",
  purgeOtherStatus: "Permanent deletion is only possible with the status Deleted.",
  purgeOpenDispute: "An order with an open dispute can't be deleted permanently.",
  ordersRequired: "Please select at least one order.",
  exportsBusy: "Other exports are running. Please try again in a moment.",
  ordersTooMany: "At most 10000 orders at once.",
  noneLate: "Nothing is late.",
  noneSoon: "Nothing is due within two hours.",
  sortOpenOnly: "Only open orders can be sorted by arrival_date and due_at.",
  dueOpenOnly: "Only open orders can be filtered by due.",
  statusElsewhere: "This list has no orders of that status.",
  dismissReasonRequired: "Enter why they are not duplicates.",
  dismissNone: "These orders are not, or are no longer, duplicates.",
  duplicateDismissed: "Saved: not a duplicate.",
} as const;

/** "3 of 5 orders …": the message of a bulk call that only partly succeeded. */
export function countedMessage(done: number, asked: number, verb: string): string {
  return `${done} of ${asked} ${asked === 1 ? "order" : "orders"} ${verb}.`;
}

/** The refusal of a move that names an old version: who changed the order, to what, and when. */
export function conflictMessage(by: string | null, statusLabel: string, at: string): string {
  return `${by ?? "The system"} moved this order to ${statusLabel} at ${at} UTC. Reload it and decide again.`;
}

export function rowsCutMessage(most: number): string {
  return `At most ${most.toLocaleString("en-US")} orders in one answer. Ask for the rest page by page.`;
}
