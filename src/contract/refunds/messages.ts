export const REFUND_MESSAGES = {
  refundRecorded: "Refund has been recorded successfully",
  refundUndone: "The record of the refund was taken back.",
  refundUndoRefused: "Only the member who recorded a refund can take it back, within an hour.",
  refundAlready: "The refund is already recorded.",
  refundWrongStatus: "The order is not in Refunds.",
  refundItems: 'Send each order as an object with its id and status, such as { "id": 100001, "status": "Refunds" }.',
  refundReasonUnknown: "Please select a reason.",
  refundAmountInvalid: "The amount must be a number above zero with at most four decimals, for instance 49.99.",
  refundCurrencyRequired: "The currency must have three capital letters, for instance USD.",
  refundOverrideForbidden: "Only an Admin or a Manager can record a refund despite a dispute.",
  refundChanged: "The refunds of this order have changed. Reload it and decide again.",
  refundNotFound: "This refund does not exist.",
  refundAlreadyUndone: "The refund was undone already.",
  refundOverrideReason: "Please say why it is recorded despite the dispute.",
  refundUndoReason: "Please say why the refund is undone.",
  refundDisputeOpen:
    "A dispute of this order is open: the bank may have taken the money already. A Manager or an Admin can record the refund with a reason.",
} as const;

/** @param day as shown, such as `12-03-2026` */
export function moneyTakenMessage(day: string): string {
  return `The bank took this money back on ${day}. A Manager or an Admin can record the refund with a reason.`;
}

export function refundTooMuchMessage(left: string, currency: string | null): string {
  return `At most ${left}${currency === null ? "" : ` ${currency}`} is left of the payment.`;
}

export function refundOtherCurrencyMessage(currency: string): string {
  return `The payment was made in ${currency}: enter the refund in ${currency}.`;
}
