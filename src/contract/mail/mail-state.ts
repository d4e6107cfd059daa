import * as z from "zod";

export const MAIL_STATE_LABELS = {
  queued: "Queued",
  sending: "Sending",
  written: "Written to a file",
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Bounced",
  complained: "Marked as spam",
  failed: "Failed",
  unknown: "Not known",
  cancelled: "Cancelled",
} as const;
export type MailState = keyof typeof MAIL_STATE_LABELS;
export const MAIL_STATES = Object.keys(MAIL_STATE_LABELS) as [MailState, ...MailState[]];
export const mailStateSchema = z.enum(MAIL_STATES);
