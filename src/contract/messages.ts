/**
 * Every sentence that server, screens and tests share. The validation messages are the specification's section 5
 * and the deletion ones its section 8, letter for letter.
 */
export const MESSAGES = {
  // Sign-in and session
  signInEmailInvalid: "Invalid email address",
  signInEmailRequired: "Email Address is required",
  signInPasswordRequired: "Password is required",
  signInWrong: "Invalid email or password",
  signedIn: "Signed in successfully.",
  signedOut: "You have signed out.",
  sessionMissing: "Please sign in.",
  sessionEnded: "Your session has ended. Please sign in again.",
  newPasswordRequired: "Please enter your New Password.",
  newPasswordShort: "New Password must be at least 6 characters.",
  newPasswordLong: "New Password must be at most 200 characters.",
  newPasswordCommon: "This password is too common. Please choose another.",
  currentPasswordRequired: "Please enter your current password to confirm it is you.",
  currentPasswordWrong: "The current password is not right.",
  passwordChanged: "Password updated successfully. Please sign in again.",
  resetRequested: "If this address belongs to a team member, a link to set a new password is on its way.",
  passwordReset: "Your new password is set. Please sign in.",
  resetTokenMissing: "Please open the link of your mail once more, or ask for a new one.",
  resetTokenInvalid: "This link is no longer valid. Please ask for a new one.",

  // Rights and requests
  forbidden: "Your role does not allow this.",
  xsrf: "This page is out of date. Please reload it and try again.",
  notFound: "Nothing is found here.",
  invalidInput: "Please check what you entered.",
  tooLarge: "This is larger than the server takes.",
  unsupportedBody: "The server expects JSON here.",
  rateLimited: "Too many tries. Please wait a moment and try again.",
  unavailable: "The service is not available at the moment. Please try again shortly.",
  outcomeUnclear:
    "The connection to the database was lost: it is not clear whether this was done. Please look before you repeat it.",
  internal: "Something went wrong",

  // Orders
  orderIdInvalid: "This is not an order id.",
  orderNotFound: "This order does not exist.",
  statusUnknown: "Please select a status.",
  statusSame: "The order is already there.",
  statusNotAllowed: "The order can't be moved there.",
  completedNeedsDocument: "Upload the document first",
  orderMoved: "Order status has been updated successfully",
  orderDeleted: "Order has been deleted successfully",
  orderPurged: "Order has been deleted permanently",
  purgeNotDeleted: "Only a deleted order can be deleted permanently.",
  purgeOpenDispute: "An order with an open dispute can't be deleted permanently.",
  refundRecorded: "Refund has been recorded successfully",
  refundAlready: "The refund is already recorded.",
  refundWrongStatus: "The order is not in Refunds.",
  ordersRequired: "Please select at least one order.",
  exportsBusy: "Other exports are under way. Please try again in a moment.",
  ordersTooMany: "At most 10000 orders at once.",

  // Comments, documents, mail
  remarkRequired: "Please enter your remark",
  remarkAdded: "Comment added successfully",
  flagInvalid: "A flag is Y or N.",
  uploadEmailRequired: "Please enter your email",
  uploadFileRequired: "File is required",
  uploadEmpty: "The file is empty.",
  uploadType: "Only PDF and image files (PNG, JPEG, WebP, GIF, TIFF, HEIC, AVIF) are accepted.",
  uploadLarge: "The file is larger than 10 MB.",
  uploadPdfEncrypted: "This PDF needs a password to open. Please save it without one and upload it again.",
  uploadPdfActive:
    "This PDF carries scripts, forms that send data or embedded files. Please print it to a plain PDF and upload that.",
  uploadPdfBroken: "This PDF can't be read. Please save it again and upload the new file.",
  uploadDeleted: "The order is deleted. Restore it before you upload a document.",
  uploadUnpaid: "The order is not paid. A document can be uploaded once it is.",
  mailProviderUnknown: "The mail provider is AWS or Sendgrid.",
  reasonRequired: "This is not the order's own address. Please give a reason.",
  documentQueued: "The document is stored and the mail is queued.",
  documentChecked: "The file was compared with the order.",
  checkNoText: "This file has no text to compare; look at it before you send it.",
  checkNothingHeld: "The order holds nothing to compare this file with; look at it before you send it.",
  checkFailed: "This file could not be compared with the order; look at it before you send it.",
  mailQueued: "The mail is queued.",
  mailNoDocument: "There is no document to send. Upload the document first.",
  mailNotFound: "This mail does not exist.",
  addressBounced:
    "Nothing is mailed to this address any more: a mail to it bounced for good. A Manager or an Admin can lift the block.",
  addressComplained:
    "Nothing is mailed to this address any more: its owner marked a mail as spam. A Manager or an Admin can lift the block.",
  addressNotBlocked: "This address is not blocked.",
  addressNotOfOrder: "This is neither the order's address nor one that a mail of it went to.",
  addressUnblocked: "The block of the address is lifted.",
  unblockReasonRequired: "Please say why the address may be mailed to again.",
  documentNotFound: "This document does not exist.",

  // Packs and transaction details
  transactionIdRequired: "Please enter your Transaction Id",
  merchantNameRequired: "Please enter your Merchant Name",
  transactionSaved: "Transaction details saved successfully",
  transactionUnpaid: "The order is not paid. Transaction details can be entered once it is.",

  packTypeUnknown: "The defence pack is 1 or 2.",
  packNotOffered:
    "A defence pack is made for an order in Completed or Customer Called, or with an open dispute. This order is neither.",
  packDeleted: "The order is deleted. Restore it before you make a defence pack.",
  packBlocked: "The defence pack can't be made yet.",
  packOverrideForbidden: "Only an Admin or a Manager can make a defence pack against its checks.",
  packOverrideReasonRequired: "Please enter the reason for making it anyway.",
  packNotFound: "This defence pack does not exist.",
  packDamaged: "The stored file of this defence pack is damaged and is not handed out.",
  preflightTransaction: "Enter the transaction id and the merchant name.",
  preflightDocument: "Upload the approved document.",
  preflightDeliveryMail: "No mail with the document has been handed over yet.",
  preflightDownload: "No person has downloaded the document to its end.",
  preflightMailUnconfirmed: "The receiving server has not confirmed the mail.",
  preflightPurchaseAddress: "The address that the purchase came from is not known.",
  preflightTerms: "It is not recorded that the terms were accepted.",
  preflightRefund: "A refund is recorded or due: the bank will ask why the payment is defended.",

  // Disputes
  disputeNotFound: "This dispute does not exist.",
  disputeReasonUnknown: "Please select a reason.",
  disputeAmountInvalid: "The amount is a number with at most four decimals, for instance 49.99.",
  disputeAmountMissing: "Please enter the amount of this currency.",
  disputeCurrencyInvalid: "The currency has three capital letters, for instance USD.",
  disputeCurrencyMissing: "Please enter the currency of the amount.",
  disputeCaseIdLong: "The case id has at most 100 characters.",
  disputeOutcomeRequired: "Please select an outcome.",
  disputeUpdated: "Dispute details saved successfully",
  disputeClosed: "Dispute has been closed successfully",
  disputeReopened: "Dispute has been opened again",
  disputeIsClosed: "The dispute is closed. Open it again before you change it.",
  disputeIsOpen: "The dispute is open already.",
  disputeOtherOpen: "The order has another open dispute.",

  // Team and gateways
  teamNameRequired: "Please enter your name.",
  teamEmailRequired: "Please enter your email.",
  teamPasswordRequired: "Please enter your password.",
  teamTypeRequired: "Please select type.",
  teamPasswordShort: "Password must be at least 6 characters.",
  teamPasswordLong: "Password must be at most 200 characters.",
  teamEmailTaken: "Another team member has this email.",
  teamMemberNotFound: "This team member does not exist.",
  teamMemberAdded: "Team member added successfully.",
  teamMemberUpdated: "Team member updated successfully.",
  teamMemberDeleted: "Team member deleted successfully.",
  teamReadOnly: "Only an Admin or a Manager can change the team.",
  teamManagerOnAdmin: "A Manager can't add, change or delete an Admin.",
  teamDeleteSelf: "You can't delete yourself.",
  teamOwnType: "You can't change your own type.",
  teamLastAdmin: "This is the last Admin. Make another member an Admin first.",
  gatewayRequired: "Please select gateway.",
  gatewayUnknown: "This gateway does not exist.",
  gatewayReadOnly: "Only an Admin or a Manager can change the active gateway.",
  gatewayActivated: "Gateway activated successfully",
  gatewayAlready: "This gateway is already the active one.",

  // Reports
  dateRange: "From date must be before To date.",
  reportReady: "Country order details loaded successfully",

  // Reports of the mail providers
  hookForged: "This message does not prove where it comes from.",
  hookStale: "This message is too old.",
  hookUnreadable: "This message can't be read.",

  // Live
  tooManyStreams: "Too many open windows. Please close some and reload this one.",

  // Visitor
  trackOrderIdRequired: "Please enter your orderId",
  trackEmailRequired: "Please enter your email",
  trackNotFound: "No order is found for this order ID and email.",
  trackFound: "Your order was found.",
  visitorNoGrant: "Please enter your order ID and email again.",
  visitorOtherOrder: "This is not the order you asked for.",
  downloadRecorded: "Your download is ready.",
  downloadUnknownFile: "This file does not exist.",

  // Intake
  intakeKey: "A valid intake key is needed.",
  idempotencyKey: "The Idempotency-Key header must be 1 to 255 printable characters.",
  idempotencyConflict: "This Idempotency-Key was used with another request.",
  intakeStored: "Order received",
  paymentRecorded: "Payment recorded",

  // Screens
  confirmDelete: "Are you sure you want to delete?",
  noRecords: "No records found",
  noRecord: "No record found",
  noData: "No data available in table",
} as const;

/** "3 of 5 orders …": the answer of a call on many orders that did not all succeed. */
export function countedMessage(done: number, asked: number, verb: string): string {
  return `${done} of ${asked} ${asked === 1 ? "order" : "orders"} ${verb}.`;
}

/** The refusal of a move that states an old version: who changed the order, to what, and when. */
export function conflictMessage(by: string | null, statusLabel: string, at: string): string {
  return `${by ?? "The system"} moved this order to ${statusLabel} at ${at} UTC. Reload it and decide again.`;
}

/** The refusal of a change of a dispute that states an old version: who changed it, and when. */
export function disputeConflictMessage(by: string | null, at: string): string {
  return `${by ?? "The system"} changed this dispute at ${at} UTC. Reload it and decide again.`;
}
