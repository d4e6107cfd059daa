import pLimit from "p-limit";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { MailService, ProviderReport } from "#server/features/mail/mail.service.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import { networkOf } from "#server/platform/ip-address.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { SendgridDeps } from "./sendgrid-messages.ts";
import { toSendgridReport } from "./sendgrid-reports.ts";
import { toSesReport } from "./ses-reports.ts";
import type { SnsClient } from "./sns-client.ts";
import type { SnsDeps } from "./sns-messages.ts";

/** Providers that send reports; null for one that doesn't. */
export interface HookSettings {
  topicArn: string | null;
  webhookKey: string | null;
}

interface HooksDeps {
  settings: HookSettings;
  snsClient: SnsClient;
  mail: Pick<MailService, "takeReport">;
  audit: Pick<AuditService, "count">;
  now: Clock;
  log: Log;
  metrics?: Metrics;
}

export type HooksService = Awaited<ReturnType<typeof createHooksService>>;

// Their libraries are loaded only where a provider is configured.
const loadSns = async (deps: SnsDeps) => (await import("./sns-messages.ts")).createSnsMessages(deps);
const loadSendgrid = async (deps: SendgridDeps) =>
  (await import("./sendgrid-messages.ts")).createSendgridMessages(deps);

/** Reports of one message stored concurrently. */
const AT_ONCE = 4;

/**
 * Receives reports from mail providers. Answers with success once every report in a message is stored or known to be
 * about another installation's mail, and with a failure otherwise, so that the provider sends the message again.
 */
export async function createHooksService(deps: HooksDeps) {
  const { settings, snsClient, mail, audit, now, log, metrics } = deps;
  const { topicArn, webhookKey } = settings;
  const sns = topicArn === null ? null : await loadSns({ topicArn, client: snsClient, now });
  const sendgrid = webhookKey === null ? null : await loadSendgrid({ webhookKey, now });

  async function take(report: ProviderReport): Promise<void> {
    const outcome = await mail.takeReport(report);
    const { provider, type, mailId } = report;
    metrics?.count("mail_reports_total", { provider, outcome });
    if (outcome === "foreign") log.info({ provider, type, mailId }, "a report on a mail of another installation");
  }

  /** Reads a message; counts a forged one in the audit log. */
  async function verified<T>(provider: "ses" | "sendgrid", ip: string, read: () => T | Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof AppError && error.code === "forbidden") {
        const event = { type: "forged-hook", data: { provider, network: networkOf(ip) } } as const;
        audit.count({ at: now(), event });
      }
      throw error;
    }
  }

  return {
    /** @throws AppError not_found while SES reports are not configured, forbidden, invalid_input, unavailable */
    async ses(body: unknown, ip: string): Promise<void> {
      if (sns === null) throw notFound();
      const message = await verified("ses", ip, () => sns.read(body));
      if (message.Type === "SubscriptionConfirmation") {
        await sns.confirm(message);
        log.info({ topicArn }, "the subscription to the SES topic was confirmed");
      } else if (message.Type === "UnsubscribeConfirmation") {
        log.warn({ topicArn }, "the subscription to the SES topic was removed; no more reports will arrive");
      } else {
        const report = toSesReport(message.Message, message.MessageId, now());
        if (report !== undefined) await take(report);
      }
    },

    /** @throws AppError not_found while SendGrid reports are not configured, forbidden, invalid_input */
    async sendgrid(body: unknown, headers: Record<string, string | string[] | undefined>, ip: string): Promise<void> {
      if (sendgrid === null) throw notFound();
      const events = await verified("sendgrid", ip, () => sendgrid.read(body, headers));
      const reports = events.flatMap((event) => toSendgridReport(event, now()) ?? []);
      const limit = pLimit(AT_ONCE);
      // Stores all it can: a report that can't be stored must not block the others when the message is sent again.
      const results = await Promise.allSettled(reports.map((report) => limit(() => take(report))));
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}
