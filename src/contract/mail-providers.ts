/** What staff choose; which road the mail truly took is `transport` (decision 13). Apart, for pages that know no mail. */
export const MAIL_PROVIDERS = ["AWS", "Sendgrid"] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];
