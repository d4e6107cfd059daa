import type { MailEntry, MailEventType, MailReport, MailState, MailTransportName } from "#contract/mail.ts";

type MailTone = "waiting" | "good" | "bad" | "unclear";

interface MailStateWords {
  word: string;
  tone: MailTone;
  /** What it means for the person who reads it. */
  meaning: string;
}

export const MAIL_STATE_WORDS: Record<MailState, MailStateWords> = {
  queued: { word: "Queued", tone: "waiting", meaning: "Stored and waiting to be sent." },
  sending: { word: "Sending", tone: "waiting", meaning: "On its way to the provider." },
  written: { word: "Written to a file", tone: "good", meaning: "No provider is configured: kept as a file, not sent." },
  sent: { word: "Sent", tone: "good", meaning: "Accepted by the provider." },
  delivered: { word: "Delivered", tone: "good", meaning: "Accepted by the customer's mail server." },
  bounced: { word: "Bounced", tone: "bad", meaning: "The customer's mail server refused it." },
  complained: { word: "Marked as spam", tone: "bad", meaning: "The customer reported it as spam." },
  failed: { word: "Failed", tone: "bad", meaning: "Every try failed. It was given up." },
  unknown: { word: "Not known", tone: "unclear", meaning: "The provider did not say whether it took the mail." },
};

export const TRANSPORT_WORDS: Record<MailTransportName, string> = {
  ses: "Amazon SES",
  sendgrid: "SendGrid",
  smtp: "SMTP",
  file: "File",
};

const REPORT_WORDS: Record<MailEventType, string> = {
  accepted: "Taken by the provider",
  deferred: "Put off by the customer's mail server",
  delivered: "Delivered",
  bounced: "Bounced for now",
  complained: "Marked as spam",
  rejected: "Not sent by the provider",
};

/** What a report says, in a few words. */
export function reportWords({ type, is_permanent, is_earlier_try }: MailReport): string {
  const words = type === "bounced" && is_permanent ? "Bounced for good" : REPORT_WORDS[type];
  return is_earlier_try ? `${words} (an earlier try)` : words;
}

/** When the customer's mail server took a mail that shows as delivered. */
export function deliveredAt({ state, reports }: Pick<MailEntry, "state" | "reports">): string | undefined {
  if (state !== "delivered") return undefined;
  return reports.find(({ type, is_earlier_try }) => type === "delivered" && !is_earlier_try)?.at;
}

/** True while the state of a mail can still change by itself within moments. */
export function isUnderWay(state: MailState): boolean {
  return state === "queued" || state === "sending";
}
