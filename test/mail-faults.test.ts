import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MailEventType } from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";
import { mailEvents } from "#server/platform/db/schema.ts";
import type { HttpTimes } from "#server/platform/mail/http-once.ts";
import type { MailRoute, MailRoutes } from "#server/platform/mail/mail-transport.ts";
import { createSendgridTransport } from "#server/platform/mail/sendgrid-transport.ts";
import { createSesTransport } from "#server/platform/mail/ses-transport.ts";
import { createSmtpTransport } from "#server/platform/mail/smtp-transport.ts";
import { type Desk, openDesk } from "./support/document-desk.ts";
import type { MailFault, MailPeer } from "./support/mail-peer.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { SENDGRID_KEY, startSendgridPeer } from "./support/sendgrid-peer.ts";
import { startSesPeer } from "./support/ses-peer.ts";
import { type SmtpBehaviour, type SmtpPeer, startSmtpPeer } from "./support/smtp-peer.ts";

vi.setConfig({ testTimeout: 60_000 });

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const TIMES: HttpTimes = { connectMs: 5_000, answerMs: 1_500, totalMs: 8_000 };
const card = plainPdf("Arrival card");

let desk: Desk;
let ses: MailPeer;
let sendgrid: MailPeer;
let smtp: SmtpPeer;
let roads: MailRoutes;

beforeAll(async () => {
  desk = await openDesk({ routes: (provider) => roads(provider) });
  [ses, sendgrid, smtp] = await Promise.all([startSesPeer(), startSendgridPeer(), startSmtpPeer()]);
});
afterAll(() => Promise.all([desk.close(), ses.close(), sendgrid.close(), smtp.close()]));
beforeEach(async () => {
  ses.behave("accept");
  sendgrid.behave("accept");
  smtp.behave("accept");
  // What one test taught the outbox of a road is nothing to the next: each road succeeds once before it.
  for (const route of [awsRoute(), gridRoute(), smtpRoute()]) {
    roads = () => [route];
    await desk.mail.deliver((await queued()).mailId);
  }
  for (const peer of [ses, sendgrid, smtp]) peer.accepted.length = 0;
});

const awsRoute = (endpoint = ses.url): MailRoute => ({
  provider: "AWS",
  transport: createSesTransport(
    {
      region: "eu-west-1",
      credentials: { accessKeyId: "AK", secretAccessKey: "secret" },
      endpoint,
      configurationSet: null,
    },
    TIMES,
  ),
});
const gridRoute = (endpoint = sendgrid.url): MailRoute => ({
  provider: "Sendgrid",
  transport: createSendgridTransport({ apiKey: SENDGRID_KEY, endpoint }, TIMES),
});
const smtpRoute = (url = smtp.url): MailRoute => ({
  provider: "AWS",
  transport: createSmtpTransport(url, { connectMs: 500, silenceMs: 500, totalMs: 3_000 }),
});

async function queued(provider: MailProvider = "AWS", content = card) {
  const orderId = await desk.addOrder();
  const { mail } = await desk.documents.upload(desk.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: provider, reason: null },
    file: { content, sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  return { orderId, mailId: mail.id };
}
const entry = async (orderId: number) => (await desk.mail.listMails(desk.db, orderId))[0];
const attemptOf = async (mailId: number): Promise<string> =>
  (await desk.pool.query("select attempt_id from mails where id = $1", [mailId])).rows[0].attempt_id;

/** Steps until the mail rests, an hour at most; the fault ends after its first `times` tries. */
async function run(mailId: number, orderId: number, mend: () => void): Promise<number> {
  await desk.mail.deliver(mailId);
  mend();
  for (let step = 1; step < 60; step += 1) {
    const state = (await entry(orderId))?.state;
    if (state !== "queued" && state !== "unknown" && state !== "sending") return step;
    desk.advance(MINUTE);
    await desk.mail.sweep();
  }
  return 60;
}

interface Case {
  /** Acceptances that the peer logs in the end. */
  accepted: 1 | 2;
  isMarked: boolean;
}
const once: Case = { accepted: 1, isMarked: false };
const doubted: Case = { accepted: 1, isMarked: true };
const doubled: Case = { accepted: 2, isMarked: true };

const HTTP_FAULTS: [string, MailFault, Case][] = [
  ["401", { refuse: 401, name: "UnrecognizedClientException" }, once],
  ["403", { refuse: 403, name: "AccessDeniedException" }, once],
  ["429", { refuse: 429, name: "TooManyRequestsException", retryAfter: "2" }, once],
  ["500", { refuse: 500, name: "InternalServiceErrorException" }, once],
  ["503", { refuse: 503, name: "ServiceUnavailable" }, once],
  ["504", { refuse: 504, name: "GatewayTimeout" }, doubted],
  ["a stall before reading", "stall-before-reading", doubted],
  ["a stall after the body", "stall-after-body", doubted],
  ["a stall after accepting", "stall-after-accepting", doubled],
  ["a cut after the body", "drop-after-body", doubted],
  ["a cut after accepting", "drop-after-accepting", doubled],
  ["a cut within the answer", "drop-in-answer", once],
  ["a late answer", { lateMs: 2_500 }, doubled],
];
const SMTP_FAULTS: [string, SmtpBehaviour, Case][] = [
  ["a sender refused for now", "refuse-sender-for-now", once],
  ["a stall at the greeting", "stall-at-greeting", once],
  ["a cut at the recipient", "drop-at-recipient", once],
  ["a cut after the body", "drop-after-body", doubted],
  ["a stall after the body", "stall-after-body", doubted],
];

describe.each([
  ["ses", () => ses, () => sendgrid, () => [awsRoute(), gridRoute()] as const],
  ["sendgrid", () => sendgrid, () => ses, () => [gridRoute(), awsRoute()] as const],
] as const)("one mail, one fault of %s", (name, own, other, choices) => {
  it.each(HTTP_FAULTS)(
    "%s: accepted once, or marked as a possible duplicate, and never by the other one",
    async (_what, fault, wanted) => {
      roads = choices;
      const { orderId, mailId } = await queued(name === "ses" ? "AWS" : "Sendgrid");
      own().behave(fault);
      await run(mailId, orderId, () => own().behave("accept"));
      // A late answer's acceptance may still be on its way into the log.
      await expect.poll(() => own().accepted.length).toBe(wanted.accepted);
      expect(other().accepted).toHaveLength(0);
      expect(await entry(orderId)).toMatchObject({
        state: "sent",
        transport: name,
        possible_duplicate: wanted.isMarked,
        message_id: wanted.accepted === 1 && fault === "drop-in-answer" ? null : own().accepted.at(-1)?.messageId,
      });
      expect(new Set(own().accepted.map(({ attemptId }) => attemptId)).size).toBe(wanted.accepted);
      expect((await desk.order(orderId))?.status).toBe("Completed");
    },
  );

  it.each([
    ["400", { refuse: 400, name: "BadRequestException" }],
    ["413", { refuse: 413, name: "RequestTooLarge" }],
  ] as const)("%s: refused for good, sent by nobody, left to a person", async (_what, fault) => {
    roads = choices;
    const { orderId, mailId } = await queued();
    own().behave(fault);
    expect(await run(mailId, orderId, () => own().behave("accept"))).toBe(1);
    expect([own().accepted, other().accepted]).toEqual([[], []]);
    expect(await entry(orderId)).toMatchObject({ state: "failed", possible_duplicate: false });
    expect((await desk.order(orderId))?.status).toBe("Contact Customer");
  });

  it.each([
    ["answers 503", () => own().behave({ refuse: 503, name: "ServiceUnavailable" })],
    ["asks for patience", () => own().behave({ refuse: 429, name: "TooManyRequestsException" })],
    ["refuses connections", () => undefined],
    ["cuts large mails short", () => own().behave("drop-in-body")],
  ])("falls over after three failed tries when it %s, and lands exactly once", async (what, arrange) => {
    const isAway = what === "refuses connections";
    const [first, second] = choices();
    const away = "http://127.0.0.1:1";
    const gone = name === "ses" ? awsRoute(away) : gridRoute(away);
    const route = isAway ? gone : first;
    let tries = 0;
    const counted: MailRoute = {
      ...route,
      transport: {
        name: route.transport.name,
        send: (mail) => {
          tries += 1;
          return route.transport.send(mail);
        },
      },
    };
    roads = () => [counted, second];
    // More than the sockets between here and there hold: it certainly can't have arrived whole.
    const content = what.startsWith("cuts") ? Buffer.concat([card, Buffer.alloc(9_000_000, "\n")]) : card;
    const { orderId, mailId } = await queued("AWS", content);
    arrange();
    await run(mailId, orderId, () => undefined);
    expect(tries).toBe(3);
    expect(own().accepted).toHaveLength(0);
    expect(other().accepted).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({
      state: "sent",
      transport: second.transport.name,
      mail_service_provider: second.provider,
      possible_duplicate: false,
      message_id: other().accepted[0]?.messageId,
    });
  });

  it("stays with it after an unclear answer, however often the resend is refused", async () => {
    roads = choices;
    const { orderId, mailId } = await queued();
    own().behave({ refuse: 503, name: "ServiceUnavailable" }, ["drop-after-accepting"]);
    await desk.mail.deliver(mailId);
    for (let step = 0; step < 40; step += 1) {
      desk.advance(MINUTE);
      await desk.mail.sweep();
    }
    expect([own().accepted.length, other().accepted.length]).toEqual([1, 0]);
    own().behave("accept");
    desk.advance(5 * MINUTE);
    await desk.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sent", transport: name, possible_duplicate: true });
    expect([own().accepted.length, other().accepted.length]).toEqual([2, 0]);
  });
});

describe("one mail, one fault of an SMTP server", () => {
  it.each(SMTP_FAULTS)(
    "%s: accepted once, or marked as a possible duplicate, and never by a provider",
    async (_what, fault, wanted) => {
      roads = () => [smtpRoute(), gridRoute()];
      const { orderId, mailId } = await queued();
      smtp.behave(fault);
      await run(mailId, orderId, () => smtp.behave("accept"));
      expect([smtp.accepted.length, sendgrid.accepted.length]).toEqual([wanted.accepted, 0]);
      expect(await entry(orderId)).toMatchObject({
        state: "sent",
        transport: "smtp",
        possible_duplicate: wanted.isMarked,
      });
    },
  );

  it("falls over to the provider after three failed tries", async () => {
    roads = () => [smtpRoute("smtp://127.0.0.1:1"), gridRoute()];
    const { orderId, mailId } = await queued();
    await run(mailId, orderId, () => undefined);
    expect(sendgrid.accepted).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent", transport: "sendgrid", possible_duplicate: false });
  });
});

describe("a provider that is down for everybody", () => {
  it("is left alone: many mails cost it a few calls, and all of them fall over and land exactly once", async () => {
    roads = () => [awsRoute(), gridRoute()];
    ses.behave({ refuse: 503, name: "ServiceUnavailable" });
    const before = ses.calls();
    const mails: Awaited<ReturnType<typeof queued>>[] = [];
    for (let count = 0; count < 16; count += 1) mails.push(await queued());
    for (let step = 0; step < 25; step += 1) {
      await desk.mail.sweep();
      desk.advance(10 * SECOND);
    }
    expect(sendgrid.accepted.map(({ mailId }) => mailId).sort((a, b) => a - b)).toEqual(
      mails.map(({ mailId }) => mailId),
    );
    expect(ses.calls() - before).toBeLessThan(16);
    for (const { orderId } of mails) {
      expect(await entry(orderId)).toMatchObject({ state: "sent", transport: "sendgrid", possible_duplicate: false });
    }
  });

  it("gets its mails by itself when it is back soon, and none goes twice", async () => {
    roads = () => [awsRoute(), gridRoute()];
    ses.behave({ refuse: 503, name: "ServiceUnavailable" });
    for (let count = 0; count < 12; count += 1) await queued();
    await desk.mail.sweep();
    ses.behave("accept");
    for (let step = 0; step < 12; step += 1) {
      desk.advance(10 * SECOND);
      await desk.mail.sweep();
    }
    expect([new Set(ses.accepted.map(({ mailId }) => mailId)).size, ses.accepted.length]).toEqual([12, 12]);
    expect(sendgrid.accepted).toHaveLength(0);
  });

  it("that asks for patience gets its mails slower, without losing one to the other", async () => {
    roads = () => [awsRoute(), gridRoute()];
    for (let count = 0; count < 16; count += 1) await queued();
    for (let step = 0; step < 16; step += 1) {
      ses.behave({ refuse: 429, name: "TooManyRequestsException" }, Array<MailFault>(3).fill("accept"));
      await desk.mail.sweep();
      desk.advance(2 * SECOND);
    }
    ses.behave("accept");
    for (let step = 0; step < 20; step += 1) {
      await desk.mail.sweep();
      desk.advance(10 * SECOND);
    }
    const landed = [...ses.accepted, ...sendgrid.accepted].map(({ mailId }) => mailId);
    expect([new Set(landed).size, landed.length]).toEqual([16, 16]);
    expect(ses.accepted.length).toBeGreaterThan(8);
  });
});

describe("a provider's report", () => {
  // A complaint blocks the one address that all of them write to.
  afterEach(async () => {
    await desk.pool.query("delete from suppressions");
  });
  let serial = 0;
  async function report(mailId: number, attemptId: string, type: MailEventType): Promise<string> {
    serial += 1;
    return await desk.mail.takeReport({
      provider: "AWS",
      eventKey: `event-${serial}`,
      mailId,
      attemptId,
      messageId: "ses-reported",
      type,
      at: desk.clock.at,
      recipients: ["traveller@example.com"],
      isPermanent: false,
      detail: null,
    });
  }
  /** A mail whose answer was lost after SES had taken it. */
  async function doubtfulMail() {
    roads = () => [awsRoute(), gridRoute()];
    const mail = await queued();
    ses.behave("accept", ["drop-after-accepting"]);
    await desk.mail.deliver(mail.mailId);
    expect(await entry(mail.orderId)).toMatchObject({ state: "unknown" });
    return { ...mail, attemptId: await attemptOf(mail.mailId) };
  }

  it.each([
    ["accepted", "sent", "Completed"],
    ["deferred", "sent", "Completed"],
    ["delivered", "delivered", "Completed"],
    ["bounced", "bounced", "Contact Customer"],
    ["complained", "complained", "Contact Customer"],
  ] as const)("%s of a doubtful try settles the mail at once: no resend, no mark", async (type, state, status) => {
    const { orderId, mailId, attemptId } = await doubtfulMail();
    expect(await report(mailId, attemptId, type)).toBe("stored");
    expect(await report(mailId, attemptId, type)).toBe("stored");
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(ses.accepted).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({
      state,
      transport: "ses",
      message_id: "ses-reported",
      possible_duplicate: false,
    });
    expect((await desk.order(orderId))?.status).toBe(status);
    expect((await desk.events(orderId)).filter(({ type: told }) => told === "mail-accepted")).toHaveLength(1);
  });

  it("that was stored and told to nobody is found before the resend", async () => {
    const { orderId, mailId, attemptId } = await doubtfulMail();
    const at = desk.clock.at;
    const given = { provider: "AWS", eventKey: "untold", mailId, attemptId, type: "delivered" } as const;
    await desk.db.insert(mailEvents).values({ ...given, at, receivedAt: at });
    desk.advance(10 * MINUTE);
    await desk.mail.sweep();
    expect(ses.accepted).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false });
  });

  it("that it was rejected ends the mail: it is not sent again", async () => {
    const { orderId, mailId, attemptId } = await doubtfulMail();
    expect(await report(mailId, attemptId, "rejected")).toBe("stored");
    desk.advance(10 * MINUTE);
    await desk.mail.sweep();
    expect(ses.accepted).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "failed" });
  });

  it("of the first try that comes after the resend was refused ends the tries", async () => {
    const { orderId, mailId, attemptId } = await doubtfulMail();
    ses.behave({ refuse: 503, name: "ServiceUnavailable" });
    desk.advance(10 * MINUTE);
    await desk.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "queued", possible_duplicate: true });
    expect(await report(mailId, attemptId, "delivered")).toBe("stored");
    ses.behave("accept");
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(ses.accepted).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "delivered" });
  });

  it("that overtakes the provider's own answer changes nothing of the answer's outcome", async () => {
    roads = () => [awsRoute(), gridRoute()];
    const { orderId, mailId } = await queued();
    const taken = Promise.withResolvers<string>();
    ses.hooks.onAccepted = ({ attemptId }) => taken.resolve(attemptId);
    ses.behave({ lateMs: 300 });
    const sending = desk.mail.deliver(mailId);
    expect(await report(mailId, await taken.promise, "delivered")).toBe("stored");
    await sending;
    ses.hooks.onAccepted = undefined;
    expect(await entry(orderId)).toMatchObject({ state: "delivered", message_id: "ses-reported" });
    const accepted = (await desk.events(orderId)).filter(({ type }) => type === "mail-accepted");
    expect(accepted).toHaveLength(1);
  });

  it("of nothing that was ever sent accepts nothing", async () => {
    roads = () => [awsRoute(), gridRoute()];
    const { orderId, mailId } = await queued();
    expect(await report(mailId, "forged", "delivered")).toBe("foreign");
    expect(await entry(orderId)).toMatchObject({ state: "queued" });
  });
});
