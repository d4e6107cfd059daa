import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";

/**
 * Every message that server, screens and tests share. The validation messages and those of deletion are the
 * specification's, verbatim.
 */
export const MESSAGES = {
  ...VISITOR_MESSAGES,

  // Sign-in and session
  signInEmailInvalid: "Invalid email address",
  signInEmailRequired: "Email Address is required",
  signInPasswordRequired: "Password is required",
  signInWrong: "Invalid email or password",
  signedIn: "Signed in successfully.",
  signedOut: "You have signed out.",
  sessionMissing: "Please sign in.",
  sessionEnded: "Your session has ended. Please sign in again.",
  sessionUnknown: "This sign-in is not in the list.",
  sessionsEnded: "The chosen sign-ins have ended.",
  newPasswordRequired: "Please enter your New Password.",
  newPasswordLong: "New Password must be at most 200 characters.",
  newPasswordCommon: "This password is too common. Please choose another.",
  currentPasswordRequired: "Please enter your current password to confirm it is you.",
  currentPasswordWrong: "This is not your current password.",
  reauthenticationRequired: "Please sign out and in again to do this.",
  identityConfirmed: "Your password is confirmed.",
  passwordChanged: "Password updated successfully. Please sign in again.",
  resetRequested: "If this address belongs to a team member, a link to set a new password is on its way.",
  passwordReset: "Your new password is set. Please sign in.",
  resetTokenMissing: "Please open the link in your mail again, or ask for a new one.",
  resetTokenInvalid: "This link is no longer valid. Please ask for a new one.",

  // Rights and requests
  forbidden: "Your role does not allow this.",
  xsrf: "This page is out of date. Please reload it and try again.",
  tooLarge: "This is larger than the server accepts.",
  bodyCompressed: "The server takes request bodies without compression only.",
  bodyNotUtf8: "The request body must be text in UTF-8.",
  unsupportedBody: "The server expects JSON here.",
  storageAway: "The document storage is not responding at the moment. Please try again shortly.",
  noSpace: "The service has too little disk space to take new orders at the moment. Please try again in a few minutes.",
  outcomeUnclear:
    "The connection to the database was lost: it is not clear whether this was done. Please check before you repeat it.",

  // Orders
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
  refundRecorded: "Refund has been recorded successfully",
  refundUndone: "The record of the refund was taken back.",
  refundUndoRefused: "Only the member who recorded a refund can take it back, within an hour.",
  refundAlready: "The refund is already recorded.",
  refundWrongStatus: "The order is not in Refunds.",
  ordersRequired: "Please select at least one order.",
  exportsBusy: "Other exports are running. Please try again in a moment.",
  refundItems: 'Send each order as an object with its id and status, such as { "id": 100001, "status": "Refunds" }.',
  ordersTooMany: "At most 10000 orders at once.",

  // Due times
  noneLate: "Nothing is late.",
  noneSoon: "Nothing is due within two hours.",
  sortOpenOnly: "Only open orders can be sorted by arrival_date and due_at.",
  dueOpenOnly: "Only open orders can be filtered by due.",
  statusElsewhere: "This list has no orders of that status.",
  serviceSaved: "The settings are saved. The due times of open orders are recalculated.",
  serviceChangedMeanwhile:
    "Somebody else has changed these settings since you opened them. Nothing was saved. Reload the page to see them.",
  serviceSame: "These settings are already in use. Nothing was changed.",

  // Claims
  takeNextList: "Orders are handed out from New, Priority, Contact Customer, Customer Called and Refunds.",
  takeNextAwaiting: "Orders in Awaiting Response wait for the customer. Choose one from the list.",
  takeNextEmpty: "Nothing is waiting here.",
  takeNextLimit: "You have three orders that were handed to you. Finish or return one before you take the next.",
  claimLimit: "You have claimed twenty orders. Finish or return one before you claim another.",
  takeNextCrowded: "Others took these orders at the same moment. Please try again.",
  orderClaimed: "You have this order.",
  orderReturned: "The order is returned.",
  orderAssigned: "The order is assigned.",
  orderUnassigned: "Nobody has this order now.",
  claimGone: "You don't have this order any more.",

  // Saved views
  viewNameRequired: "Please enter a name for the view.",
  viewNameTaken: "There is a view of this list with this name already. Please choose another name.",
  viewVersion: "Send id and version together, or neither for a new view.",
  viewUnnamed: "Only a new view that is not shared may have no name.",
  viewFuture: "Future orders are listed by month and have no saved views.",
  viewOtherList: "A view can't be moved to another list.",
  viewNotFound: "This view does not exist or no longer exists.",
  viewMaybePersonal: "It may be a personal view of a colleague.",
  viewReadOnly: "Only an Admin or a Manager can change a shared view. Save it as a view of your own instead.",
  viewShareForbidden: "Only an Admin or a Manager can share a view.",
  viewSharedSearch: "A shared view has no search text: it may be personal data. Clear the search, then share the view.",
  viewsPersonalMax: "You have 50 views already. Delete one, then save this one.",
  viewsSharedMax: "30 views are shared already. Delete one or stop sharing it, then share this one.",
  viewSaved: "The view is saved.",
  viewDeleted: "The view is deleted.",

  // Corrections
  correctionEmpty: "Name at least one field and its new value.",
  correctionReasonRequired: "Please say why the order is corrected, or why its values are right.",
  correctionNoteRequired: "Please say why the order should be corrected.",
  correctionSaved: "The order is corrected.",
  dismissReasonRequired: "Enter why they are not duplicates.",
  dismissNone: "These orders are not, or are no longer, duplicates.",
  duplicateDismissed: "Saved: not a duplicate.",
  factsConfirmed: "It is recorded that these values are right.",
  correctionSame: "The order already has these values. Nothing was changed.",
  correctionOtherVersion: "factsVersion is not the order's current one. Reload the order and decide again.",
  correctionConfirm: "Please confirm this correction.",
  correctionRequested: "The correction is requested.",
  correctionAccepted: "The request is accepted and the order is corrected.",
  correctionDeclined: "The request is declined.",
  correctionRequestNotFound: "This request does not exist.",
  correctionRequestMet: "The order has these values already. Decline the request instead.",
  correctionRequestDecided: "This request has been decided already. Reload the order to see how.",

  // Comments, documents, mail
  mailOrderLimit:
    "This order's document was mailed three times within ten minutes. Please wait a few minutes, then send it again.",
  mailOtherAddressLimit:
    "You mailed 20 documents within an hour to addresses other than the order's own. Please wait before you send another one.",
  remarkRequired: "Please enter your remark",
  remarkAdded: "Comment added successfully",
  flagInvalid: "A flag must be Y or N.",
  uploadEmailRequired: "Please enter your email",
  uploadFileRequired: "File is required",
  uploadEmpty: "The file is empty.",
  uploadType: "Only PDF and image files (PNG, JPEG, WebP, GIF, TIFF, HEIC, AVIF) are accepted.",
  uploadLarge: "The file is larger than 10 MB.",
  uploadPdfEncrypted: "This PDF needs a password to open. Please save it without one and upload it again.",
  uploadPdfActive:
    "This PDF contains scripts, forms that send data or embedded files. Please print it to a plain PDF and upload that.",
  uploadPdfBroken: "This PDF can't be read. Please save it again and upload the new file.",
  uploadTrailing:
    "This file has data after its end, or its end is missing. Please open it, save or print it as a new file, and upload that.",
  uploadStalled: "The upload stopped before it was complete. Please try again.",
  uploadsMany: "Several of your uploads are in progress. Please wait until they are done.",
  uploadsBusy: "Many uploads are in progress. Please try again in a moment.",
  uploadDeleted: 'The order is deleted. Press "Undo last move" on its page before you upload a document.',
  uploadUnpaid: "The order is not paid. A document can be uploaded once it is.",
  mailProviderUnknown: "The mail provider must be AWS or Sendgrid.",
  reasonRequired: "This is not the order's own address. Please give a reason.",
  documentQueued: "The document is stored and the mail is queued.",
  documentChecked: "The file was compared with the order.",
  checkNoText: "This file has no text to compare; look at it before you send it.",
  checkNothingHeld: "The order has nothing to compare this file with; look at it before you send it.",
  checkFailed: "This file could not be compared with the order; look at it before you send it.",
  mailQueued: "The mail is queued.",
  mailJustSent: "This mail was sent to this address a moment ago. Nothing was sent again; try again in a minute.",
  mailNoDocument: "There is no document to send. Upload the document first.",
  mailNotFound: "This mail does not exist.",
  addressBounced:
    "This address is blocked: a mail to it bounced permanently. A Manager or an Admin can lift the block.",
  addressComplained:
    "This address is blocked: its owner marked a mail as spam. A Manager or an Admin can lift the block.",
  addressNotBlocked: "This address is not blocked.",
  addressNotOfOrder: "This is neither the order's address nor one that its mails were sent to.",
  addressUnblocked: "The block of the address is lifted.",
  unblockReasonRequired: "Please say why mails may be sent to this address again.",
  documentNotFound: "This document does not exist.",

  // Filings
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
  // Change of an order's e-mail address
  factsVersionRequired: "Please send the facts_version that you read.",
  emailChangeRequired: "Please enter the new email.",
  emailChangeInvalid: "This is not an email address.",
  emailChangeReasonRequired: "Please enter the reason, in at most 500 characters.",
  emailChangeProofs: "Tick at least two facts that the caller named.",
  emailChangeSame: "This is the order's email already.",
  emailChangeDeleted: 'The order is deleted. Press "Undo last move" on its page before you change its email.',
  emailChangeAsked: "The new address was asked to confirm the change. Until then nothing changes.",
  emailChangeNone: "No change of this order's email is open.",
  emailChangeOwn:
    "You asked for this change, so another Manager or an Admin decides it. If there is none, an Admin adds one in Manage Team.",
  emailChangeUnconfirmed: "The new address has not confirmed this change yet. It can be cancelled, but not kept.",
  emailChangeCancelled: "The change is cancelled. The email stays as it is.",
  emailChangeKept: "The new email stays. Held mails are sent now.",
  emailChangeRestored: "The old email is restored. Held mails are sent now.",
  emailChangedMeanwhile: "The order's email was changed in the meantime. Nothing was sent. Reload it and try again.",
  emailConfirmed: "The address is confirmed.",
  emailContested: "The change is stopped.",

  // Packs and transaction details
  transactionIdRequired: "Please enter your Transaction Id",
  merchantNameRequired: "Please enter your Merchant Name",
  transactionSaved: "Transaction details saved successfully",
  transactionUnpaid: "The order is not paid. Transaction details can be entered once it is.",

  packTypeUnknown: "The defence pack must be 1 or 2.",
  packNotOffered:
    "A defence pack is made for an order in Completed or Customer Called, or with an open dispute. This order is neither.",
  packDeleted: 'The order is deleted. Press "Undo last move" on its page before you make a defence pack.',
  packBlocked: "The defence pack can't be made yet.",
  packOverrideForbidden: "Only an Admin or a Manager can make a defence pack while something is missing.",
  packOverrideReasonRequired: "Please enter the reason for making it anyway.",
  packNotFound: "This defence pack does not exist.",
  packDamaged: "The stored file of this defence pack is damaged and can't be opened.",
  preflightTransaction: "Enter the transaction id and the merchant name.",
  preflightDocument: "Upload the approved document.",
  preflightDeliveryMail: "No mail with the document has been sent yet.",
  preflightDownload: "No person has downloaded the whole document.",
  preflightMailUnconfirmed: "The receiving server has not confirmed the mail.",
  preflightPurchaseAddress: "The IP address of the purchase is not known.",
  preflightTerms: "It is not recorded that the terms were accepted.",
  preflightCompany:
    "The letter lacks the company's name, address, telephone or tax id. An Admin sets them in the configuration.",
  preflightDocumentDiffers: "The pack says that the text of the document differs from the order in part.",
  preflightVisitsElsewhere: "The pack says that no visit came from the IP address of the purchase.",
  preflightVisitsAbroad: "The pack says that no visit came from the country of the purchase.",
  preflightVisitsOtherDevice: "The pack says that no visit came from the kind of device of the purchase.",
  preflightPolicyText:
    "The pack says that the text of the accepted terms or of the refund policy is not on record. An Admin sets it in the configuration.",
  preflightRuleNotMet: "The pack says that Visa's rule for compelling evidence is not met, and what is missing for it.",
  preflightRefund: "A refund is recorded or due: the bank will ask why the payment is defended.",

  // Disputes
  disputeNotFound: "This dispute does not exist.",
  disputeReasonUnknown: "Please select a reason.",
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

  // Team and gateways
  teamNameRequired: "Please enter your name.",
  teamEmailRequired: "Please enter your email.",
  teamPasswordRequired: "Please enter your password.",
  teamTypeRequired: "Please select type.",
  teamPasswordLong: "Password must be at most 200 characters.",
  teamEmailTaken: "Another team member has this email.",
  teamMemberNotFound: "This team member does not exist.",
  teamMemberAdded: "Team member added successfully.",
  teamMemberUpdated: "Team member updated successfully.",
  teamMemberDeleted: "Team member deleted successfully.",
  teamReadOnly: "Only an Admin or a Manager can change the team.",
  teamManagerOnAdmin: "A Manager can't add, change or delete an Admin.",
  teamManagerOnManager: "Only an Admin can change the password, email or type of another Manager.",
  teamOwnPassword: "Change your own password under Change Password.",
  teamOwnEmail: "Ask another Admin to change your own email.",
  teamDeleteSelf: "You can't delete yourself.",
  teamOwnType: "You can't change your own type.",
  teamLastAdmin: "This is the last Admin. Make another member an Admin first.",
  gatewayRequired: "Please select gateway.",
  gatewayUnknown: "This gateway does not exist.",
  gatewayIdNotEncoded: "Send the id of the gateway encoded: doubled, in base64, without padding (2 is NA).",
  gatewayReadOnly: "Only an Admin or a Manager can change the active gateway.",
  gatewayActivated: "Gateway activated successfully",
  gatewayAlready: "This gateway is already the active one.",

  // Reports
  dateRange: "From date must be before To date.",
  reportReady: "Country order details loaded successfully",

  // Reports of the mail providers
  hookForged: "The signature of this message is missing or wrong.",
  hookStale: "This message is too old.",
  hookUnreadable: "This message can't be read.",

  // Live
  tooManyStreams: "Too many open windows. Please close some and reload this one.",

  // Visitor
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
  noRecord: "No record found",
  noData: "No data available in table",
} as const;

/** "3 of 5 orders …": the message of a bulk call that only partly succeeded. */
export function countedMessage(done: number, asked: number, verb: string): string {
  return `${done} of ${asked} ${asked === 1 ? "order" : "orders"} ${verb}.`;
}

/** The refusal of a body over its operation's limit in bytes. */
export function bodyTooLarge(limit: number): string {
  return `This is larger than the server accepts here: at most ${Math.floor(limit / 1024)} kB.`;
}

/** The refusal of a move that names an old version: who changed the order, to what, and when. */
export function conflictMessage(by: string | null, statusLabel: string, at: string): string {
  return `${by ?? "The system"} moved this order to ${statusLabel} at ${at} UTC. Reload it and decide again.`;
}

/** The refusal of a claim on an order that somebody else has. */
export function claimHeldMessage(holder: string): string {
  return `${holder} has this order.`;
}

/** The refusal of a correction that names an old version: who corrected the order, and when. */
export function correctionConflictMessage(by: string | null, at: string): string {
  return `${by ?? "The system"} corrected this order at ${at} UTC. Compare the values and decide again.`;
}

/** The refusal of a change of a view that names an old version: who changed it, and when. */
export function viewConflictMessage(by: string, at: string): string {
  return `${by} changed this view at ${at} UTC. Open it again and decide again.`;
}

/** The refusal of a change of an email while another one is open: who asked for that, and when. */
export function emailChangeOpenMessage(by: string, at: string, isContested: boolean): string {
  return isContested
    ? `The change that ${by} asked for at ${at} UTC was contested. Decide that one first.`
    : `${by} asked for a change of this email at ${at} UTC. Cancel that one first, or wait until it is confirmed.`;
}

/** The refusal of a fact as a proof: the order has nothing to compare it with. */
export function proofMissingMessage(label: string): string {
  return `The order holds no ${label.toLowerCase()} to compare with.`;
}

/** @param likely the country that it probably means */
export function countryUnknownMessage(given: string, likely: string | null): string {
  const question = likely === null ? "Please choose one of the list." : `Did you mean ${likely}?`;
  return `“${given.slice(0, 50)}” is not a country that is known. ${question}`;
}

export function correctionFieldUnknown(field: string): string {
  return `${field} is not a field that can be corrected.`;
}

/** @param labels the fields that the member's role may not correct */
export function correctionForbiddenMessage(labels: string): string {
  return `Your role can't correct ${labels}; you can request it instead.`;
}

/** @param labels the requested fields that a correction leaves out */
export function correctionRequestPartMessage(labels: string): string {
  return `The request also asks for ${labels}: correct it too, or decline the request and correct the order without it.`;
}

/** The refusal of a change to a dispute that names an old version: who changed it, and when. */
export function disputeConflictMessage(by: string | null, at: string): string {
  return `${by ?? "The system"} changed this dispute at ${at} UTC. Reload it and decide again.`;
}

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

export function rowsCutMessage(most: number): string {
  return `At most ${most.toLocaleString("en-US")} orders in one answer. Ask for the rest page by page.`;
}
