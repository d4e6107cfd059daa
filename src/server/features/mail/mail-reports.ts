import type { MailEventType, MailState, SuppressionReason } from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";
import type { TimelineData } from "#contract/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import type { MailRecord } from "./mail.repository.ts";
import type { MailDeps } from "./mail.service.ts";
import type { MailOutcomes } from "./mail-outcomes.ts";
import {
  findReportedMail,
  findReports,
  hasLaterMail,
  insertReport,
  lockMail,
  type ReportedMail,
  type ReportRecord,
  takeTryUp,
  updateReportedState,
} from "./mail-reports.repository.ts";
import { reportedState } from "./reported-state.ts";
import { insertBlock } from "./suppressions.repository.ts";

/** What a provider says of a mail, in our words; its texts are cleaned, where it comes from is proven. */
export interface ProviderReport extends ReportedMail {
  provider: MailProvider;
  /** The provider's own id of the report. */
  eventKey: string;
  type: MailEventType;
  /** When it happened, by the provider's clock. */
  at: Date;
  /** Whom the mail went to, as the provider knows it. */
  recipients: readonly string[];
  isPermanent: boolean;
  detail: string | null;
}

/** `known`: it was stored before. `foreign`: no mail of ours, so nothing is stored. */
export type ReportOutcome = "stored" | "known" | "foreign";

type ReportsDeps = Pick<MailDeps, "db" | "now" | "timeline" | "orders"> & { outcomes: Pick<MailOutcomes, "settleIn"> };

/** Reports that a provider makes only of what it has taken. */
const PROVES_ACCEPTANCE = new Set<MailEventType>(["accepted", "deferred", "delivered", "bounced", "complained"]);
/** Where a mail stands once a provider has it. */
const IS_OUT = new Set<MailState>(["sent", "delivered", "bounced", "complained", "failed"]);

/**
 * Takes the providers' reports in: each is stored once, and what follows from it stands in the same transaction, the
 * order's row first and the mail's second, as everywhere. Repeats, any order and mails of others are safe.
 */
export function createMailReports({ db, now, timeline, orders, outcomes }: ReportsDeps) {
  async function take(report: ProviderReport): Promise<ReportOutcome> {
    const found = await findReportedMail(db, report);
    if (found === undefined) return "foreign";
    return await db.transaction(async (tx) => {
      const order = await orders.lock(tx, found.orderId);
      const mail = order && (await lockMail(tx, found.id));
      const attemptId = mail && tryOf(mail, report);
      if (mail === undefined || attemptId === undefined) return "foreign";
      const { provider, eventKey, messageId, type, at, isPermanent, detail } = report;
      const isNew = await insertReport(tx, mail.orderId, {
        provider,
        eventKey,
        mailId: mail.id,
        attemptId,
        messageId,
        type,
        at,
        receivedAt: now(),
        recipient: report.recipients[0] ?? null,
        isPermanent,
        detail,
      });
      if (!isNew) return "known";
      const current = await settled(tx, mail, attemptId, report);
      await follow(tx, current, await findReports(tx, mail.id, attemptId), { ...report, attemptId });
      return "stored";
    });
  }

  /** Settles a try as accepted when the report proves what nobody had told yet. @returns the mail as it is then */
  async function settled(
    tx: Transaction,
    mail: MailRecord,
    attemptId: string,
    { provider, type, messageId }: ProviderReport,
  ): Promise<MailRecord> {
    if (!isNews(mail, attemptId, type)) return mail;
    await takeTryUp(tx, mail.id, attemptId);
    const taken = { ...mail, attemptId };
    const road = { provider, transport: { name: provider === "AWS" ? "ses" : "sendgrid" } } as const;
    await outcomes.settleIn(tx, taken, road, { kind: "accepted", messageId });
    return (await lockMail(tx, mail.id)) ?? taken;
  }

  /** What a stored report means for the mail, its address and its order. */
  async function follow(
    tx: Transaction,
    mail: MailRecord,
    reports: readonly ReportRecord[],
    report: ProviderReport,
  ): Promise<void> {
    const { type, at, detail } = report;
    const isCurrent = report.attemptId === mail.attemptId;
    const events: TimelineData[] = [];
    // That it was accepted stands there already; a provider tells of each of its own tries.
    if (type !== "accepted" && reports.filter((each) => each.type === type).length === 1) {
      events.push({ type: "mail-reported", data: { mail_id: mail.id, report: type, at: at.toISOString(), detail } });
    }
    const why = reasonToBlock(report);
    if (why !== null) {
      const block = { email: mail.toAddress, reason: why, mailId: mail.id, reportedAt: at, at: now() };
      if (await insertBlock(tx, block)) {
        events.push({ type: "address-blocked", data: { mail_id: mail.id, email: mail.toAddress, why } });
      }
    }
    if (events.length > 0) await timeline.recordFor(tx, now(), mail.orderId, null, ...events);
    if (isCurrent && IS_OUT.has(mail.state) && mail.acceptedAt !== null) await changeState(tx, mail, reports);
  }

  async function changeState(tx: Transaction, mail: MailRecord, reports: readonly ReportRecord[]): Promise<void> {
    const decided = reportedState(reports);
    if (decided === undefined) return;
    const { state, by } = decided;
    const error = state === "sent" || state === "delivered" ? null : by.detail;
    if (state === mail.state && error === mail.error) return;
    await updateReportedState(tx, mail.id, { state, error });
    const reason = reasonToCall(by);
    if (reason === null || state === mail.state || mail.kind !== "document" || (await hasLaterMail(tx, mail))) return;
    const { orderId, createdAt: queuedAt } = mail;
    await orders.moveBySystem(tx, { orderId, queuedAt, to: "Contact Customer", reason, at: now() });
  }

  return { take };
}

/**
 * Whether a report tells what became of a try before the outbox knows. A mail that waits, or was given up, has left
 * after all when any of its tries was accepted; while a later try is under way, that one tells its own outcome.
 */
function isNews(mail: MailRecord, attemptId: string, type: MailEventType): boolean {
  if (mail.acceptedAt !== null) return false;
  const isUnsettled = mail.state === "sending" || mail.state === "unknown";
  if (attemptId === mail.attemptId && isUnsettled) return true;
  return mail.state !== "sending" && PROVES_ACCEPTANCE.has(type);
}

/**
 * The try of a mail that a report is about; undefined when it is about no try of this mail. The ids of earlier tries
 * are not kept: such a report must name the mail's number, and its address too, because another installation that
 * mails by the same account counts from 1 as well.
 */
function tryOf(mail: MailRecord, { attemptId, mailId, messageId, recipients }: ProviderReport): string | undefined {
  if (attemptId === null) {
    return messageId !== null && messageId === mail.messageId ? (mail.attemptId ?? undefined) : undefined;
  }
  if (attemptId === mail.attemptId) return attemptId;
  const to = mail.toAddress.toLowerCase();
  const isEarlier = mailId === mail.id && mail.attempts > 1 && recipients.some((each) => each.toLowerCase() === to);
  return isEarlier ? attemptId : undefined;
}

function reasonToBlock({ type, isPermanent }: ProviderReport): SuppressionReason | null {
  if (type === "complained") return "complained";
  return type === "bounced" && isPermanent ? "bounced" : null;
}

/** Why somebody has to speak to the customer (decision 13): the mail is not where it should be, for good or for now. */
function reasonToCall({ type, isPermanent, detail }: Pick<ReportRecord, "type" | "isPermanent" | "detail">) {
  const words = detail === null ? "." : `: ${detail}`;
  if (type === "complained") return "The customer marked the mail as spam.";
  if (type === "bounced") return `The mail bounced${isPermanent ? "" : " for now"}${words}`;
  return type === "rejected" ? `The provider did not send the mail${words}` : null;
}
