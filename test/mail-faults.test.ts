/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LabelledTransport } from "#server/platform/mail/mail-transport.ts";
import { card, type FaultFixture, openFaultFixture } from "./support/failing-providers.ts";
import type { MailFault } from "./support/mail-peer.ts";
import type { SmtpBehaviour } from "./support/smtp-peer.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LATE_MS = 2_500;

let fixture: FaultFixture;

beforeAll(async () => {
  fixture = await openFaultFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

/** A fault that the client has to wait out. */
const isStall = (fault: MailFault | SmtpBehaviour) =>
  typeof fault === "string" ? fault.startsWith("stall") : "lateMs" in fault;

/** Delivers the mail once, repairs the fault and sweeps until the mail is settled. @returns the minutes, at most 60 */
async function run(mailId: number, orderId: number, repair: () => void): Promise<number> {
  await fixture.mail.deliver(mailId);
  repair();
  for (let step = 1; step < 60; step += 1) {
    const state = (await fixture.entry(orderId))?.state;
    if (state !== "queued" && state !== "unknown" && state !== "sending") return step;
    fixture.advance(MINUTE);
    await fixture.mail.sweep();
  }
  return 60;
}

interface Case {
  /** Total number of acceptances that the peer logs. */
  accepted: 1 | 2;
  isMarked: boolean;
}
const once: Case = { accepted: 1, isMarked: false };
const resent: Case = { accepted: 1, isMarked: true };
const duplicated: Case = { accepted: 2, isMarked: true };

const HTTP_FAULTS: [string, MailFault, Case][] = [
  ["401", { refuse: 401, name: "UnrecognizedClientException" }, once],
  ["403", { refuse: 403, name: "AccessDeniedException" }, once],
  ["429", { refuse: 429, name: "TooManyRequestsException", retryAfter: "2" }, once],
  ["500", { refuse: 500, name: "InternalServiceErrorException" }, once],
  ["503", { refuse: 503, name: "ServiceUnavailable" }, once],
  ["504", { refuse: 504, name: "GatewayTimeout" }, resent],
  ["a stall before reading", "stall-before-reading", resent],
  ["a stall after the body", "stall-after-body", resent],
  ["a stall after accepting", "stall-after-accepting", duplicated],
  ["a cut after the body", "drop-after-body", resent],
  ["a cut after accepting", "drop-after-accepting", duplicated],
  ["a cut within the answer", "drop-in-answer", once],
  ["a late answer", { lateMs: LATE_MS }, duplicated],
];
const SMTP_FAULTS: [string, SmtpBehaviour, Case][] = [
  ["a sender refused temporarily", "refuse-sender-for-now", once],
  ["a stall at the greeting", "stall-at-greeting", once],
  ["a cut at the recipient", "drop-at-recipient", once],
  ["a cut after the body", "drop-after-body", resent],
  ["a stall after the body", "stall-after-body", resent],
];

describe.each([
  ["ses", () => fixture.ses, () => fixture.sendgrid, () => [fixture.awsTransport(), fixture.gridTransport()] as const],
  [
    "sendgrid",
    () => fixture.sendgrid,
    () => fixture.ses,
    () => [fixture.gridTransport(), fixture.awsTransport()] as const,
  ],
] as const)("one mail, one fault of %s", (name, own, other, choices) => {
  it.each(HTTP_FAULTS)(
    "%s: accepted once, or marked as a possible duplicate, and never by the other provider",
    async (_what, fault, wanted) => {
      fixture.setTransports(choices);
      const { orderId, mailId } = await fixture.queued(name === "ses" ? "AWS" : "Sendgrid");
      own().behave(fault);
      if (isStall(fault)) fixture.waitBriefly();
      await run(mailId, orderId, () => {
        own().behave("accept");
        fixture.waitLong();
      });
      // The acceptance of a late answer may not be logged yet.
      await expect.poll(() => own().accepted.length).toBe(wanted.accepted);
      expect(other().accepted).toHaveLength(0);
      expect(await fixture.entry(orderId)).toMatchObject({
        state: "sent",
        transport: name,
        possible_duplicate: wanted.isMarked,
        message_id: wanted.accepted === 1 && fault === "drop-in-answer" ? null : own().accepted.at(-1)?.messageId,
      });
      expect(new Set(own().accepted.map(({ attemptId }) => attemptId)).size).toBe(wanted.accepted);
      expect((await fixture.order(orderId))?.status).toBe("Completed");
    },
  );

  it.each([
    ["400", { refuse: 400, name: "BadRequestException" }],
    ["413", { refuse: 413, name: "RequestTooLarge" }],
  ] as const)("%s: refused permanently, sent by no provider, left to a person", async (_what, fault) => {
    fixture.setTransports(choices);
    const { orderId, mailId } = await fixture.queued();
    own().behave(fault);
    expect(await run(mailId, orderId, () => own().behave("accept"))).toBe(1);
    expect([own().accepted, other().accepted]).toEqual([[], []]);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "failed", possible_duplicate: false });
    expect((await fixture.order(orderId))?.status).toBe("Contact Customer");
  });

  it.each([
    ["answers 503", () => own().behave({ refuse: 503, name: "ServiceUnavailable" })],
    ["asks to slow down", () => own().behave({ refuse: 429, name: "TooManyRequestsException" })],
    ["refuses connections", () => undefined],
    ["cuts large mails short", () => own().behave("drop-in-body")],
  ])("fails over after three failed attempts when it %s, and is accepted exactly once", async (what, arrange) => {
    const isAway = what === "refuses connections";
    const [first, second] = choices();
    const away = "http://127.0.0.1:1";
    const unreachable = name === "ses" ? fixture.awsTransport(away) : fixture.gridTransport(away);
    const firstTransport = isAway ? unreachable : first;
    let tries = 0;
    const counted: LabelledTransport = {
      ...firstTransport,
      transport: {
        name: firstTransport.transport.name,
        send: (mail) => {
          tries += 1;
          return firstTransport.transport.send(mail);
        },
      },
    };
    fixture.setTransports(() => [counted, second]);
    // More than the socket buffers hold, so that it can't have arrived completely.
    const content = what.startsWith("cuts") ? Buffer.concat([card, Buffer.alloc(9_000_000, "\n")]) : card;
    const { orderId, mailId } = await fixture.queued("AWS", content);
    arrange();
    await run(mailId, orderId, () => undefined);
    expect(tries).toBe(3);
    expect(own().accepted).toHaveLength(0);
    expect(other().accepted).toHaveLength(1);
    expect(await fixture.entry(orderId)).toMatchObject({
      state: "sent",
      transport: second.transport.name,
      mail_service_provider: second.provider,
      possible_duplicate: false,
      message_id: other().accepted[0]?.messageId,
    });
  });

  it("is not failed over after an unclear answer, however often the resend is refused", async () => {
    fixture.setTransports(choices);
    const { orderId, mailId } = await fixture.queued();
    own().behave({ refuse: 503, name: "ServiceUnavailable" }, ["drop-after-accepting"]);
    await fixture.mail.deliver(mailId);
    for (let step = 0; step < 40; step += 1) {
      fixture.advance(MINUTE);
      await fixture.mail.sweep();
    }
    expect([own().accepted.length, other().accepted.length]).toEqual([1, 0]);
    own().behave("accept");
    fixture.advance(5 * MINUTE);
    await fixture.mail.sweep();
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent", transport: name, possible_duplicate: true });
    expect([own().accepted.length, other().accepted.length]).toEqual([2, 0]);
  });
});

describe("one mail, one fault of an SMTP server", () => {
  it.each(SMTP_FAULTS)(
    "%s: accepted once, or marked as a possible duplicate, and never by a provider",
    async (_what, fault, wanted) => {
      fixture.setTransports(() => [fixture.smtpTransport(), fixture.gridTransport()]);
      const { orderId, mailId } = await fixture.queued();
      fixture.smtp.behave(fault);
      if (isStall(fault)) fixture.waitBriefly();
      await run(mailId, orderId, () => {
        fixture.smtp.behave("accept");
        fixture.waitLong();
      });
      expect([fixture.smtp.accepted.length, fixture.sendgrid.accepted.length]).toEqual([wanted.accepted, 0]);
      expect(await fixture.entry(orderId)).toMatchObject({
        state: "sent",
        transport: "smtp",
        possible_duplicate: wanted.isMarked,
      });
    },
  );

  it("fails over to the provider after three failed attempts", async () => {
    fixture.setTransports(() => [fixture.smtpTransport("smtp://127.0.0.1:1"), fixture.gridTransport()]);
    const { orderId, mailId } = await fixture.queued();
    await run(mailId, orderId, () => undefined);
    expect(fixture.sendgrid.accepted).toHaveLength(1);
    expect(await fixture.entry(orderId)).toMatchObject({
      state: "sent",
      transport: "sendgrid",
      possible_duplicate: false,
    });
  });
});

describe("a provider that is down", () => {
  it("gets few calls for many mails, which all fail over and are accepted exactly once", async () => {
    fixture.setTransports(() => [fixture.awsTransport(), fixture.gridTransport()]);
    fixture.ses.behave({ refuse: 503, name: "ServiceUnavailable" });
    const before = fixture.ses.calls();
    const mails: Awaited<ReturnType<FaultFixture["queued"]>>[] = [];
    for (let count = 0; count < 16; count += 1) mails.push(await fixture.queued());
    for (let step = 0; step < 25; step += 1) {
      await fixture.mail.sweep();
      fixture.advance(10 * SECOND);
    }
    expect(fixture.sendgrid.accepted.map(({ mailId }) => mailId).sort((a, b) => a - b)).toEqual(
      mails.map(({ mailId }) => mailId),
    );
    expect(fixture.ses.calls() - before).toBeLessThan(16);
    for (const { orderId } of mails) {
      expect(await fixture.entry(orderId)).toMatchObject({
        state: "sent",
        transport: "sendgrid",
        possible_duplicate: false,
      });
    }
  });

  it("gets its mails once it is soon back, each once", async () => {
    fixture.setTransports(() => [fixture.awsTransport(), fixture.gridTransport()]);
    fixture.ses.behave({ refuse: 503, name: "ServiceUnavailable" });
    for (let count = 0; count < 12; count += 1) await fixture.queued();
    await fixture.mail.sweep();
    fixture.ses.behave("accept");
    for (let step = 0; step < 12; step += 1) {
      fixture.advance(10 * SECOND);
      await fixture.mail.sweep();
    }
    expect([new Set(fixture.ses.accepted.map(({ mailId }) => mailId)).size, fixture.ses.accepted.length]).toEqual([
      12, 12,
    ]);
    expect(fixture.sendgrid.accepted).toHaveLength(0);
  });

  it("and asks to slow down gets its mails more slowly, and no mail is lost or duplicated", async () => {
    fixture.setTransports(() => [fixture.awsTransport(), fixture.gridTransport()]);
    for (let count = 0; count < 16; count += 1) await fixture.queued();
    for (let step = 0; step < 16; step += 1) {
      fixture.ses.behave({ refuse: 429, name: "TooManyRequestsException" }, Array<MailFault>(3).fill("accept"));
      await fixture.mail.sweep();
      fixture.advance(2 * SECOND);
    }
    fixture.ses.behave("accept");
    for (let step = 0; step < 20; step += 1) {
      await fixture.mail.sweep();
      fixture.advance(10 * SECOND);
    }
    const landed = [...fixture.ses.accepted, ...fixture.sendgrid.accepted].map(({ mailId }) => mailId);
    expect([new Set(landed).size, landed.length]).toEqual([16, 16]);
    expect(fixture.ses.accepted.length).toBeGreaterThan(8);
  });
});
