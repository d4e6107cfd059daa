import { MESSAGES } from "#contract/messages.ts";
import { SITE_LINKS, type SiteLink } from "#contract/page-config.ts";
import { VISITOR_MESSAGES, type VisitorMessage } from "#web/features/tracking/visitor-messages.ts";
import en from "#web/locales/visitor/en.json" with { type: "json" };

/** English: what is the visitor area's own from its file, what server and screens share from the contract. */
export const ENGLISH = {
  ...en,
  links: Object.fromEntries(SITE_LINKS) as Record<SiteLink, string>,
  messages: Object.fromEntries(VISITOR_MESSAGES.map((name) => [name, MESSAGES[name]])) as Record<
    VisitorMessage,
    string
  >,
};
export type Locale = typeof ENGLISH;
