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
  orderNotFound: MESSAGES.orderNotFound,
  notFound: MESSAGES.notFound,
  invalidInput: MESSAGES.invalidInput,
  rateLimited: MESSAGES.rateLimited,
  unavailable: MESSAGES.unavailable,
  internal: MESSAGES.internal,
  noRecords: MESSAGES.noRecords,
} as const;
export type VisitorMessage = keyof typeof VISITOR_MESSAGES;
