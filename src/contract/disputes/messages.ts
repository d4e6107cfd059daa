export const DISPUTE_MESSAGES = {
  disputeNotFound: "This dispute does not exist.",
  disputeReasonUnknown: "Please select a reason.",
  disputeStageUnknown: "Please select a stage.",
  disputeAmountInvalid: "The amount must be a number with at most four decimals, for instance 49.99.",
  disputeAmountMissing: "Please enter the amount of this currency.",
  disputeCurrencyInvalid: "The currency must have three capital letters, for instance USD.",
  disputeCurrencyUnknown: "This is no currency code of ISO 4217.",
  disputeAmountDecimals: "The amount has more decimals than its currency.",
  disputeCurrencyMissing: "Please enter the currency of the amount.",
  disputeCaseIdLong: "The case id must have at most 100 characters.",
  disputeOutcomeRequired: "Please select an outcome.",
  disputeErrorReasonRequired: "Please say why the chargeback flag was a mistake.",
  disputeErrorForbidden: "Only an Admin or a Manager can say that the chargeback flag was ticked by mistake.",
  disputeErrorHasCase: "This dispute has a case id: the processor knows it, so it was not ticked by mistake.",
  disputeUpdated: "Dispute details saved successfully",
  disputeClosed: "Dispute has been closed successfully",
  disputeReopened: "Dispute has been opened again",
  disputeIsClosed: "The dispute is closed. Open it again before you change it.",
  disputeIsOpen: "The dispute is open already.",
  disputeOtherOpen: "The order has another open dispute.",
} as const;

/** The refusal of a change to a dispute that names an old version: who changed it, and when. */
export function disputeConflictMessage(by: string | null, at: string): string {
  return `${by ?? "The system"} changed this dispute at ${at} UTC. Reload it and decide again.`;
}
