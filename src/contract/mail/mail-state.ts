import * as z from "zod";

export const MAIL_STATES = [
  "queued",
  "sending",
  "written",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "failed",
  "unknown",
  "cancelled",
] as const;
export const mailStateSchema = z.enum(MAIL_STATES);
export type MailState = (typeof MAIL_STATES)[number];

export const MAIL_STATE_LABELS: Record<MailState, string> = {
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
};
