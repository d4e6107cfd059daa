import { randomUUID } from "node:crypto";
import type { MailEventType } from "#contract/mail/mail.ts";
import type { ProviderReport } from "#server/features/mail/mail.service.ts";
import { type MailTransports, SendError, type SendVerdict } from "#server/platform/mail/mail-transport.ts";
import { type DocumentFixture, openFixture } from "./document-fixture.ts";

/** An SES report on an attempt; `given` overrides the defaults. */
export function providerReport(
  { clock }: Pick<DocumentFixture, "clock">,
  given: Pick<ProviderReport, "mailId" | "attemptId" | "type"> & Partial<ProviderReport>,
): ProviderReport {
  return {
    provider: "AWS",
    eventKey: randomUUID(),
    messageId: null,
    at: clock.at,
    recipients: ["traveller@example.com"],
    isPermanent: given.type === "bounced",
    detail: null,
    ...given,
  };
}

export const REFUSED: SendVerdict = { verdict: "definite", retry: true };
export const HOPELESS: SendVerdict = { verdict: "definite", retry: false };
export const AMBIGUOUS: SendVerdict = { verdict: "ambiguous" };
type Outcome = SendVerdict | "accept" | (() => Promise<void>);

/** A one-pixel image: accepted immediately, while a PDF would be inspected first. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export type ReportFixture = Awaited<ReturnType<typeof openReportFixture>>;

/** Documents and mail with a transport whose next outcomes a test sets, and provider reports on its mails. */
export async function openReportFixture() {
  /** Attempts made with the transport, and the outcomes of the next ones; default: accepted. */
  const attempts: string[] = [];
  const outcomes: Outcome[] = [];
  const transportsFor: MailTransports = (provider) => [
    {
      provider,
      transport: {
        name: provider === "AWS" ? "ses" : "sendgrid",
        send: async ({ attemptId }) => {
          attempts.push(attemptId);
          const outcome = outcomes.shift() ?? "accept";
          if (typeof outcome === "function") await outcome();
          else if (outcome !== "accept") throw new SendError("no answer", outcome);
          return { messageId: `message-${attemptId}` };
        },
      },
    },
  ];
  const fixture = await openFixture({ transportsFor });

  async function queued(orderId: number, email = "traveller@example.com", reason: string | null = null) {
    const { mail } = await fixture.documents.upload(fixture.actor, async () => ({
      fields: { orderId, email, mailServiceProvider: "AWS", reason },
      file: { content: PIXEL, sha256: Buffer.alloc(32), originalName: "card.png" },
    }));
    return { orderId, mailId: mail.id };
  }
  /** A report on the newest attempt of all. */
  const report = (mailId: number, type: MailEventType, given: Partial<ProviderReport> = {}) =>
    providerReport(fixture, { mailId, attemptId: attempts.at(-1) ?? null, type, ...given });

  return {
    ...fixture,
    attempts,
    outcomes,
    queued,
    sent: async () => {
      const found = await queued(await fixture.addOrder());
      await fixture.mail.deliver(found.mailId);
      return found;
    },
    report,
    take: (mailId: number, type: MailEventType, given: Partial<ProviderReport> = {}) =>
      fixture.mail.takeReport(report(mailId, type, given)),
    entry: async (orderId: number) => (await fixture.mail.listMails(fixture.db, orderId))[0],
    types: async (orderId: number) => (await fixture.events(orderId)).map(({ type }) => type),
    status: async (orderId: number) => (await fixture.order(orderId))?.status,
    /** Resets transport and blocked addresses between tests. */
    reset: async () => {
      attempts.length = 0;
      outcomes.length = 0;
      fixture.systemMoves.length = 0;
      await fixture.pool.query("delete from suppressions");
    },
  };
}
