import * as z from "zod";
import { MAIL_PROVIDERS } from "#contract/mail/mail-providers.ts";
import { SITE_LINKS, type SiteLink } from "#contract/tracking/site-links.ts";

/** The program's own name, which stands where no other one is set. */
export const PRODUCT_NAME = "Arrival Desk";

const links = Object.fromEntries(SITE_LINKS.map(([key]) => [key, z.string()])) as Record<SiteLink, z.ZodString>;

/**
 * An installation's settings for the console. The server writes them as JSON into the content of
 * `<meta name="page-config">` of its page; nothing in it is secret.
 */
export const pageConfigSchema = z.object({
  serviceName: z.string(),
  links: z.object(links),
  /** True while no provider is configured and mails are written to files: the console shows a notice. */
  mailIsWrittenToFiles: z.boolean(),
  /** Configuration variables missing for the letters of the defence packs: the console notifies Admins. */
  missingCompanyDetails: z.array(z.string()),
  /** The first configured provider: preselected where staff choose (decision record 0044). */
  preferredMailProvider: z.enum(MAIL_PROVIDERS),
  /** Minimum length of a password by role. */
  passwordMin: z.record(z.string(), z.int()),
  /** Roles that must have a second factor: the console reminds their members. */
  secondFactorRoles: z.array(z.string()),
  /** The only origin at which passkeys work; null where the program has no address that can have any. */
  passkeyOrigin: z.string().nullable(),
});
export type PageConfig = z.infer<typeof pageConfigSchema>;
