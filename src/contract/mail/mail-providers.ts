/** What staff choose; `transport` says what actually sent the mail (decision record 0023). Separate, for pages without mail. */
export const MAIL_PROVIDERS = ["AWS", "Sendgrid"] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];
