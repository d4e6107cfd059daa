import { MESSAGES } from "#contract/messages.ts";

/** The contract's messages that a visitor can meet; each language has its own words for them. */
export const VISITOR_MESSAGES = [
  "trackOrderIdRequired",
  "trackEmailRequired",
  "trackNotFound",
  "trackFound",
  "visitorNoGrant",
  "orderNotFound",
  "notFound",
  "invalidInput",
  "rateLimited",
  "unavailable",
  "internal",
  "noRecords",
] as const satisfies readonly (keyof typeof MESSAGES)[];
export type VisitorMessage = (typeof VISITOR_MESSAGES)[number];

/** The name of a message that the server or a schema gave, or undefined when it is none of the visitor's. */
export function visitorMessageName(text: string): VisitorMessage | undefined {
  return VISITOR_MESSAGES.find((name) => MESSAGES[name] === text);
}
