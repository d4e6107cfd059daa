import { SITE_LINKS, type SiteLink } from "#contract/tracking/site-links.ts";
import { VISITOR_MESSAGES, type VisitorMessage } from "#contract/tracking/visitor-messages.ts";
import en from "#web/locales/visitor/en.json" with { type: "json" };

/** English: the visitor area's own texts from its file, those shared with the server from the contract. */
export const ENGLISH = {
  ...en,
  links: Object.fromEntries(SITE_LINKS) as Record<SiteLink, string>,
  messages: VISITOR_MESSAGES as Record<VisitorMessage, string>,
};
export type Words = typeof ENGLISH;
