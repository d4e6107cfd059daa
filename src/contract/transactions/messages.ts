export const TRANSACTION_MESSAGES = {
  transactionIdRequired: "Please enter your Transaction Id",
  merchantNameRequired: "Please enter your Merchant Name",
  transactionSaved: "Transaction details saved successfully",
  transactionUnpaid: "The order is not paid. Transaction details can be entered once it is.",
} as const;
