import { MESSAGES } from "#contract/messages.ts";

/** The messages that a visitor can see; each language of the visitor area translates them. */
export const VISITOR_MESSAGES = {
  trackOrderIdRequired: "Please enter your orderId",
  trackEmailRequired: "Please enter your email",
  trackNotFound: "No order is found for this order ID and email.",
  trackFound: "Your order was found.",
  visitorNoGrant: "Please enter your order ID and email again.",
  visitorLeft: "You have left. To see an order again, enter its ID and email. Files you saved stay on this device.",
  emailLinkInvalid: "This link is no longer valid.",
  answerSent: "We have received your answer. Thank you.",
  answerEmpty: "Please write an answer or choose a file.",
  answerClosed: "We do not need this answer any more.",
  answerFile: "We can't use one of the files. Please choose a photo, or a PDF without a password.",
  answerLarge: "Please choose at most three files, each of at most 10 MB, together 24 MB.",
  answerLimit: "You sent many answers today. Please try again tomorrow, or contact us.",
  correctionSent: "We have received your request. Thank you.",
  correctionEmpty: "Please choose what is wrong and write the right value beside it.",
  correctionTwice: "Please choose each detail only once.",
  correctionOpen: "Three of your requests are open. We will look at them first.",
  correctionClosed: "This order can't be corrected any more. Please contact us.",
  reportSent: "Thank you. We have ended all other visits to this order and will look at this download.",
  orderNotFound: MESSAGES.orderNotFound,
  notFound: MESSAGES.notFound,
  invalidInput: MESSAGES.invalidInput,
  rateLimited: MESSAGES.rateLimited,
  unavailable: MESSAGES.unavailable,
  internal: MESSAGES.internal,
  noRecords: MESSAGES.noRecords,
} as const;
export type VisitorMessage = keyof typeof VISITOR_MESSAGES;
