import pLimit from "p-limit";
import type { MailService, ProviderReport } from "#server/features/mail/mail.service.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";
import { createSendgridMessages } from "./sendgrid-messages.ts";
import { toSendgridReport } from "./sendgrid-reports.ts";
import { toSesReport } from "./ses-reports.ts";
import type { SnsClient } from "./sns-client.ts";
import { createSnsMessages } from "./sns-messages.ts";

/** Which providers report to us; null for one that does not. */
export interface HookSettings {
  topicArn: string | null;
  webhookKey: string | null;
}

interface HooksDeps {
  settings: HookSettings;
  snsClient: SnsClient;
  mail: Pick<MailService, "takeReport">;
  now: Clock;
  log: Log;
  measures?: Measures;
}

export interface HooksService {
  /** @throws AppError not_found while SES does not report to us, forbidden, invalid_input, unavailable */
  ses(body: unknown): Promise<void>;
  /** @throws AppError not_found while SendGrid does not report to us, forbidden, invalid_input */
  sendgrid(body: unknown, headers: Record<string, string | string[] | undefined>): Promise<void>;
}

/** So many reports of one message are stored at a time. */
const AT_ONCE = 4;

/**
 * What the mail providers tell us. A message is answered with success once everything in it is stored or known to be
 * none of ours, and with a failure when it could not be stored: then the provider sends it again.
 */
export function createHooksService({ settings, snsClient, mail, now, log, measures }: HooksDeps): HooksService {
  const { topicArn, webhookKey } = settings;
  const sns = topicArn === null ? null : createSnsMessages({ topicArn, client: snsClient, now });
  const sendgrid = webhookKey === null ? null : createSendgridMessages({ webhookKey, now });

  async function take(report: ProviderReport): Promise<void> {
    const outcome = await mail.takeReport(report);
    const { provider, type, mailId } = report;
    measures?.count("mail_reports_total", { provider, outcome });
    if (outcome === "foreign") log.info({ provider, type, mailId }, "a report on a mail that is not ours");
  }

  return {
    ses: async (body) => {
      if (sns === null) throw notFound();
      const message = await sns.read(body);
      if (message.Type === "SubscriptionConfirmation") {
        await sns.confirm(message);
        log.info({ topicArn }, "the subscription to the topic of SES is confirmed");
      } else if (message.Type === "UnsubscribeConfirmation") {
        log.warn({ topicArn }, "the subscription to the topic of SES was ended; nothing is reported any more");
      } else {
        const report = toSesReport(message.Message, message.MessageId, now());
        if (report !== undefined) await take(report);
      }
    },
    sendgrid: async (body, headers) => {
      if (sendgrid === null) throw notFound();
      const reports = sendgrid.read(body, headers).flatMap((event) => toSendgridReport(event, now()) ?? []);
      const limit = pLimit(AT_ONCE);
      // All are tried: one that can't be stored must not keep the others out when the message comes again.
      const results = await Promise.allSettled(reports.map((report) => limit(() => take(report))));
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}
