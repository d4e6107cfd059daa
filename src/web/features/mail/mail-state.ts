import type { MailEntry, MailEventType, MailReport } from "#contract/mail/mail.ts";
import type { MailState } from "#contract/mail/mail-state.ts";

type MailTone = "waiting" | "good" | "bad" | "unclear";

interface MailStateText {
  tone: MailTone;
  /** An explanation for staff. */
  meaning: string;
}

export const MAIL_STATE_MEANINGS: Record<MailState, MailStateText> = {
  queued: { tone: "waiting", meaning: "Stored and waiting to be sent." },
  sending: { tone: "waiting", meaning: "On its way to the provider." },
  written: {
    tone: "good",
    meaning: "No provider is configured: kept as a file, not sent.",
  },
  sent: { tone: "good", meaning: "Accepted by the provider." },
  delivered: { tone: "good", meaning: "Accepted by the customer's mail server." },
  bounced: { tone: "bad", meaning: "The customer's mail server refused it." },
  complained: { tone: "bad", meaning: "The customer reported it as spam." },
  failed: { tone: "bad", meaning: "Every attempt failed; no more will be made." },
  cancelled: {
    tone: "unclear",
    meaning: "Not sent: a member stopped it, or the order's email was changed, or that change was stopped.",
  },
  unknown: {
    tone: "unclear",
    meaning: "The provider did not confirm whether it accepted the mail.",
  },
};

const REPORT_LABELS: Record<MailEventType, string> = {
  accepted: "Accepted by the provider",
  deferred: "Deferred by the customer's mail server",
  delivered: "Delivered",
  bounced: "Temporarily bounced",
  complained: "Marked as spam",
  rejected: "Not sent by the provider",
};

/** A report in a few words. */
export function reportText({ type, is_permanent, is_earlier_try }: MailReport): string {
  const words = type === "bounced" && is_permanent ? "Bounced permanently" : REPORT_LABELS[type];
  return is_earlier_try ? `${words} (an earlier attempt)` : words;
}

/** When the customer's mail server accepted a mail that is shown as delivered. */
export function deliveredAt({ state, reports }: Pick<MailEntry, "state" | "reports">): string | undefined {
  if (state !== "delivered") return undefined;
  return reports.find(({ type, is_earlier_try }) => type === "delivered" && !is_earlier_try)?.at;
}

/** True while the state of a mail can still change by itself within moments. */
export function isUnderWay(state: MailState): boolean {
  return state === "queued" || state === "sending";
}
