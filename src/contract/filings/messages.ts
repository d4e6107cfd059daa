export const FILING_MESSAGES = {
  filingReferenceRequired: "Please enter the reference that the authority gave.",
  filingTimeInvalid: "Please enter the day and time of the filing, in UTC.",
  filingTimeFuture: "This time is in the future. Please enter the time of the filing in UTC.",
  filingFactsVersion: "factsVersion must be a whole number, 1 or greater.",
  filingProfileUnknown: "This form is not known. Please reload the page.",
  filingConfirm: "confirm must be a comma-separated list of already_filed and duplicate.",
  filingVoidReasonRequired: "Please say why this filing does not count.",
  filingRecorded: "The filing is recorded.",
  filingVoided: "The filing is voided.",
  filingIsVoided: "This filing is voided already.",
  filingNotFound: "This filing does not exist.",
  filingDeleted: 'The order is deleted. Press "Undo last move" on its page before you record a filing.',
  receiptNotFound: "This receipt does not exist.",
} as const;

/** The question before another filing: what was filed before. */
export function filedBeforeMessage(
  own: { reference: string; at: string } | null,
  otherOrders: readonly number[],
): string {
  const again = own === null ? "" : `This order was filed on ${own.at} UTC under reference ${own.reference}. `;
  const orders = otherOrders.length === 1 ? `Order ${otherOrders[0]}` : `Orders ${otherOrders.join(", ")}`;
  const have = otherOrders.length === 1 ? "has" : "have";
  const same = `${orders} ${have} the same passport number and an arrival within three days. `;
  const others = otherOrders.length === 0 ? "" : same;
  return `${again}${others}Record this filing as well?`;
}
