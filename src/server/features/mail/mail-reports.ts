import type { MailEventType, SuppressionReason } from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import type { MailState } from "#contract/mail/mail-state.ts";
import { emailKey } from "#contract/text.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { PROVIDER_TRANSPORTS } from "#server/platform/mail/mail-transport.ts";
import type { MailRecord } from "./mail.repository.ts";
import type { MailDeps } from "./mail.types.ts";
import { type MailOutcomes, toContactCustomer } from "./mail-outcomes.ts";
import {
  findMailTo,
  findReportedMail,
  findReports,
  hasLaterMail,
  insertReport,
  lockMail,
  type ReportedMail,
  type ReportRecord,
  resumeAttempt,
  updateReportedState,
} from "./mail-reports.repository.ts";
import { insertBlock } from "./suppressions.repository.ts";

/** A provider's report on a mail in our terms: its origin is verified, its texts are cleaned. */
export interface ProviderReport extends ReportedMail {
  provider: MailProvider;
  /** The provider's own id of the report. */
  eventKey: string;
  type: MailEventType;
  /** When it happened, by the provider's clock. */
  at: Date;
  /** The recipients that the provider names. */
  recipients: readonly string[];
  isPermanent: boolean;
  detail: string | null;
}

/** `known`: stored before. `foreign`: not a mail of this installation; nothing is stored. */
export type ReportOutcome = "stored" | "known" | "foreign";

type ReportsDeps = Pick<MailDeps, "db" | "now" | "timeline" | "orders"> & { outcomes: Pick<MailOutcomes, "settleIn"> };

/** Reports that a provider only makes of mails it has accepted. */
const PROVES_ACCEPTANCE = new Set<MailEventType>(["accepted", "deferred", "delivered", "bounced", "complained"]);
/** States of a mail once a provider has answered for it. */
const IS_OUT = new Set<MailState>(["sent", "delivered", "bounced", "complained", "failed"]);

/**
 * Stores each report of a provider once, together with its consequences, in one transaction that locks the order first
 * and the mail second, as everywhere. Repeats, reports in any sequence and reports on others' mails are safe.
 */
export function createMailReports({ db, now, timeline, orders, outcomes }: ReportsDeps) {
  async function take(report: ProviderReport): Promise<ReportOutcome> {
    const found = (await findReportedMail(db, report)) ?? (await findNameless(report));
    if (found === undefined) return "foreign";
    return await db.transaction(async (tx) => {
      const order = await orders.lock(tx, found.orderId);
      const mail = order && (await lockMail(tx, found.id));
      const attemptId = mail && attemptOf(mail, report);
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
      await apply(tx, current, await findReports(tx, mail.id, attemptId), { ...report, attemptId });
      return "stored";
    });
  }

  /** By its recipient, where a report carries no id at all. */
  async function findNameless(report: ProviderReport) {
    const { provider, at } = report;
    const [email] = report.recipients;
    return isNameless(report) && email !== undefined ? await findMailTo(db, { provider, email, at }) : undefined;
  }

  /** Settles an attempt as accepted if the report is the first to prove it. @returns the updated mail */
  async function settled(
    tx: Transaction,
    mail: MailRecord,
    attemptId: string,
    { provider, type, messageId }: ProviderReport,
  ): Promise<MailRecord> {
    if (!isFirstProof(mail, attemptId, type)) return mail;
    await resumeAttempt(tx, mail.id, attemptId);
    const taken = { ...mail, attemptId };
    const sentBy = { provider, transport: { name: PROVIDER_TRANSPORTS[provider] } };
    await outcomes.settleIn(tx, taken, sentBy, { kind: "accepted", messageId });
    return (await lockMail(tx, mail.id)) ?? taken;
  }

  /** Applies a stored report to the mail, its address and its order. */
  async function apply(
    tx: Transaction,
    mail: MailRecord,
    reports: readonly ReportRecord[],
    report: ProviderReport,
  ): Promise<void> {
    const { type, at, detail } = report;
    const isCurrent = report.attemptId === mail.attemptId;
    const events: TimelineData[] = [];
    // Acceptance already has its own event; of the other types only the first report is an event, because providers repeat them.
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
    const move = reason === null ? null : toContactCustomer(mail, { reason, at: now() });
    if (move === null || state === mail.state || (await hasLaterMail(tx, mail))) return;
    // What was marked as spam did arrive.
    if (mail.kind === "message" && state === "complained") return;
    await orders.moveBySystem(tx, move);
  }

  return { take };
}

/**
 * Whether a report proves that an attempt was accepted before the outbox knows. A mail that waits, or has failed for
 * good, was sent after all if any of its attempts was accepted; while a later attempt is in progress, that one decides.
 */
function isFirstProof(mail: MailRecord, attemptId: string, type: MailEventType): boolean {
  if (mail.acceptedAt !== null) return false;
  const isUnsettled = mail.state === "sending" || mail.state === "unknown";
  if (attemptId === mail.attemptId && isUnsettled) return true;
  return mail.state !== "sending" && PROVES_ACCEPTANCE.has(type);
}

const isNameless = ({ attemptId, mailId, messageId }: ReportedMail) =>
  attemptId === null && mailId === null && messageId === null;

/**
 * The attempt of a mail that a report is about; undefined if it is not one of this mail. The ids of earlier attempts
 * are not kept: such a report must name the mail's id and its address, because another installation that uses the same
 * provider account numbers its mails from 1 as well.
 */
function attemptOf(mail: MailRecord, { attemptId, mailId, messageId, recipients }: ProviderReport): string | undefined {
  if (isNameless({ attemptId, mailId, messageId })) return mail.attemptId ?? undefined;
  if (attemptId === null) {
    return messageId !== null && messageId === mail.messageId ? (mail.attemptId ?? undefined) : undefined;
  }
  if (attemptId === mail.attemptId) return attemptId;
  const to = emailKey(mail.toAddress);
  const isEarlier = mailId === mail.id && mail.attempts > 1 && recipients.some((each) => emailKey(each) === to);
  return isEarlier ? attemptId : undefined;
}

/** The parts of a report that decide a mail's state. */
interface Reported {
  type: MailEventType;
  isPermanent: boolean;
}

/**
 * Precedence of a report. The highest report on an attempt decides the mail's state, so the sequence of reports doesn't
 * matter. A temporary bounce ranks below a delivery, because "out of office" replies are reported as one; a permanent
 * bounce ranks above it, because a server may accept a mail and bounce it later.
 */
function precedenceOf({ type, isPermanent }: Reported): number {
  switch (type) {
    case "accepted":
    case "deferred":
      return 0;
    case "bounced":
      return isPermanent ? 4 : 1;
    case "rejected":
      return 2;
    case "delivered":
      return 3;
    case "complained":
      return 5;
  }
}

const STATES: Record<MailEventType, MailState> = {
  accepted: "sent",
  deferred: "sent",
  delivered: "delivered",
  bounced: "bounced",
  rejected: "failed",
  complained: "complained",
};

/** A mail's state by the reports on its attempt, and the deciding report; undefined without any. */
function reportedState<R extends Reported>(reports: readonly R[]): { state: MailState; by: R } | undefined {
  let by: R | undefined;
  for (const report of reports) if (by === undefined || precedenceOf(report) > precedenceOf(by)) by = report;
  return by && { state: STATES[by.type], by };
}

function reasonToBlock({ type, isPermanent }: ProviderReport): SuppressionReason | null {
  if (type === "complained") return "complained";
  return type === "bounced" && isPermanent ? "bounced" : null;
}

/** Why staff have to contact the customer (decision record 0055): the mail did not arrive, permanently or temporarily. */
function reasonToCall({ type, isPermanent, detail }: Pick<ReportRecord, "type" | "isPermanent" | "detail">) {
  const words = detail === null ? "." : `: ${detail}`;
  if (type === "complained") return "The customer marked the mail as spam.";
  if (type === "bounced") return `The mail bounced${isPermanent ? "" : " temporarily"}${words}`;
  return type === "rejected" ? `The provider did not send the mail${words}` : null;
}
