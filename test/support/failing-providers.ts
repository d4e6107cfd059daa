import type { MailProvider } from "#contract/mail/mail-providers.ts";
import type { HttpTimes } from "#server/platform/mail/http-once.ts";
import type { LabelledTransport, MailTransports } from "#server/platform/mail/mail-transport.ts";
import { createSendgridTransport } from "#server/platform/mail/sendgrid-transport.ts";
import { createSesTransport } from "#server/platform/mail/ses-transport.ts";
import { createSmtpTransport } from "#server/platform/mail/smtp-transport.ts";
import { openFixture } from "./document-fixture.ts";
import { plainPdf } from "./plain-pdf.ts";
import { SENDGRID_KEY, startSendgridPeer } from "./sendgrid-peer.ts";
import { startSesPeer } from "./ses-peer.ts";
import { startSmtpPeer } from "./smtp-peer.ts";

/** Long enough for a busy machine: an accepted mail must not count as a timeout. */
const LONG_TIMEOUTS: HttpTimes = { connectMs: 30_000, answerMs: 30_000, totalMs: 60_000 };
/** Used while a peer stalls on purpose, because the client waits for the timeout. */
const SHORT_TIMEOUTS: HttpTimes = { connectMs: 30_000, answerMs: 400, totalMs: 8_000 };
export const card = plainPdf("Arrival card");

export type FaultFixture = Awaited<ReturnType<typeof openFaultFixture>>;

/** Documents and mail with fakes of both providers and an SMTP server, which fail on demand. */
export async function openFaultFixture() {
  /** Time limits, read by the transports at each call. */
  const times = { ...LONG_TIMEOUTS };
  let transportsFor: MailTransports = () => [awsTransport()];
  const [fixture, ses, sendgrid, smtp] = await Promise.all([
    openFixture({ transportsFor: (provider) => transportsFor(provider) }),
    startSesPeer(),
    startSendgridPeer(),
    startSmtpPeer(),
  ]);
  const peers = [ses, sendgrid, smtp];

  const awsTransport = (endpoint = ses.url): LabelledTransport => ({
    provider: "AWS",
    transport: createSesTransport(
      {
        region: "eu-west-1",
        credentials: { accessKeyId: "AK", secretAccessKey: "secret" },
        endpoint,
        configurationSet: null,
      },
      times,
    ),
  });
  const gridTransport = (endpoint = sendgrid.url): LabelledTransport => ({
    provider: "Sendgrid",
    transport: createSendgridTransport({ apiKey: SENDGRID_KEY, endpoint }, times),
  });
  const smtpTransport = (url = smtp.url): LabelledTransport => ({
    provider: "AWS",
    transport: createSmtpTransport(url, {
      connectMs: times.connectMs,
      silenceMs: times.answerMs,
      totalMs: times.totalMs,
    }),
  });

  async function queued(provider: MailProvider = "AWS", content = card) {
    const orderId = await fixture.addOrder();
    const { mail } = await fixture.documents.upload(fixture.actor, async () => ({
      fields: { orderId, email: "traveller@example.com", mailServiceProvider: provider, reason: null },
      file: { content, sha256: Buffer.alloc(32), originalName: "card.pdf" },
    }));
    return { orderId, mailId: mail.id };
  }

  return {
    ...fixture,
    ses,
    sendgrid,
    smtp,
    awsTransport,
    gridTransport,
    smtpTransport,
    /** The transports of the next mails, read at each attempt. */
    setTransports: (next: MailTransports) => {
      transportsFor = next;
    },
    waitLong: () => Object.assign(times, LONG_TIMEOUTS),
    waitBriefly: () => Object.assign(times, SHORT_TIMEOUTS),
    queued,
    entry: async (orderId: number) => (await fixture.mail.listMails(fixture.db, orderId))[0],
    /** Resets the circuit breakers between tests by sending a mail with each provider. */
    reset: async () => {
      Object.assign(times, LONG_TIMEOUTS);
      for (const peer of peers) peer.behave("accept");
      for (const transport of [awsTransport(), gridTransport(), smtpTransport()]) {
        transportsFor = () => [transport];
        await fixture.mail.deliver((await queued()).mailId);
      }
      for (const peer of peers) peer.accepted.length = 0;
    },
    close: () => Promise.all([fixture.close(), ...peers.map((peer) => peer.close())]),
  };
}
