export const CLAIM_MESSAGES = {
  takeNextList:
    "Orders are handed out from New, Priority, Awaiting Response, Contact Customer, Customer Called and Refunds.",
  takeNextUnanswered:
    "No answered order is free: colleagues have those that are marked, the others wait for their customers.",
  takeNextEmpty: "Nothing is waiting here.",
  takeNextLimit: "You have three orders that were handed to you. Finish or return one before you take the next.",
  claimLimit: "You have claimed twenty orders. Finish or return one before you claim another.",
  takeNextCrowded: "Others took these orders at the same moment. Please try again.",
  orderClaimed: "You have this order.",
  orderReturned: "The order is returned.",
  orderAssigned: "The order is assigned.",
  orderUnassigned: "Nobody has this order now.",
  claimGone: "You don't have this order any more.",
} as const;

/** Why a queue handed out nothing. */
export function takeNextNone(list: string): string {
  return list === "awaitingOrder" ? CLAIM_MESSAGES.takeNextUnanswered : CLAIM_MESSAGES.takeNextEmpty;
}

/** The refusal of a claim on an order that somebody else has. */
export function claimHeldMessage(holder: string): string {
  return `${holder} has this order.`;
}
