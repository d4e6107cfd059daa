import * as z from "zod";
import { MAIL_PROVIDERS } from "./mail-providers.ts";

/** The marketing site's pages that the public header links to (specification section 1). */
export const SITE_LINKS = [
  ["home", "Home"],
  ["applyNow", "Apply Now"],
  ["additionalBenefits", "Additional Benefits"],
  ["terms", "Terms & Conditions"],
  ["privacy", "Privacy Policy"],
  ["refund", "Refund Policy"],
  ["contact", "Contact Us"],
] as const;
export type SiteLink = (typeof SITE_LINKS)[number][0];

const links = Object.fromEntries(SITE_LINKS.map(([key]) => [key, z.string()])) as Record<SiteLink, z.ZodString>;

/**
 * What a page knows of this installation. The server writes it as JSON into the content of
 * `<meta name="page-config">` of every page it serves; nothing in it is secret.
 */
export const pageConfigSchema = z.object({
  serviceName: z.string(),
  links: z.object(links),
  /** True while no provider is configured and mails end as files: the console says so. */
  mailIsWrittenToFiles: z.boolean(),
  /** The first one that is configured: preselected where staff choose (doubt D-39). */
  preferredMailProvider: z.enum(MAIL_PROVIDERS),
});
export type PageConfig = z.infer<typeof pageConfigSchema>;
