import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call } from "#test/support/client.ts";
import { databaseFingerprint } from "#test/support/database-fingerprint.ts";
import {
  FORGED,
  type HookProgram,
  outcome,
  type Sent,
  STALE,
  startHookProgram,
  TAKEN,
  UNREADABLE,
} from "#test/support/hook-program.ts";
import { sendgridHeaders, sendgridKeys } from "#test/support/sendgrid-signer.ts";

const HOUR = 60 * 60_000;
const { webhookKey, key } = sendgridKeys();
let program: HookProgram;

beforeAll(async () => {
  program = await startHookProgram({ hooks: { topicArn: null, webhookKey } });
});
afterAll(() => program.stop());

const postSendgrid = (body: string, headers: Record<string, string>) =>
  call(program.address, "POST", "/api/hooks/sendgrid", { headers, body });
const signed = (events: unknown, at?: Date) => {
  const body = typeof events === "string" ? events : JSON.stringify(events);
  return postSendgrid(body, sendgridHeaders(key, body, at));
};
const sendgridEvent = ({ mailId, attemptId, email }: Sent, event: string, given: object = {}) => ({
  event,
  email,
  timestamp: Math.floor(Date.now() / 1000),
  sg_event_id: randomUUID(),
  sg_message_id: `sg-${mailId}.recvd-5f9c-1.0`,
  mail_id: String(mailId),
  attempt_id: attemptId,
  ...given,
});

describe("SendGrid", () => {
  it("applies each event of a message to its mail", async () => {
    const [first, second] = [await program.sent("Sendgrid"), await program.sent("Sendgrid")];
    const events = [
      sendgridEvent(first, "processed"),
      sendgridEvent(second, "bounce", { type: "bounce", reason: "550 no such user" }),
      sendgridEvent(first, "delivered", { response: "250 OK" }),
      sendgridEvent(first, "open"),
    ];
    expect(outcome(await signed(events))).toEqual(TAKEN);
    const delivered = await program.mailOf(first);
    expect(delivered?.state).toBe("delivered");
    expect(delivered?.reports.map(({ type }) => type).toSorted()).toEqual(["accepted", "delivered"]);
    expect(await program.details(second.orderId)).toMatchObject({
      process_status: "Contact Customer",
      blocked_addresses: [{ email: second.email, reason: "bounced" }],
      mailHistory: [{ state: "bounced", error: "550 no such user" }],
    });
  });

  it.each([
    ["deferred", { response: "451 later" }, "sent", 0],
    ["bounce", { type: "blocked", reason: "mailbox full" }, "bounced", 0],
    ["blocked", { reason: "mailbox full" }, "bounced", 0],
    ["dropped", { reason: "Bounced Address" }, "failed", 0],
    ["spamreport", {}, "complained", 1],
    ["bounce", { mail_id: undefined, attempt_id: undefined, sg_message_id: undefined }, "bounced", 1],
    ["bounce", { mail_id: null, attempt_id: {}, sg_message_id: "" }, "bounced", 1],
    ["bounce", { mail_id: undefined, attempt_id: undefined, sg_message_id: "", email: null }, "sent", 0],
    ["bounce", { sg_event_id: undefined }, "bounced", 1],
    ["bounce", { sg_event_id: 7, response: { code: 550 }, reason: ["550"], email: null }, "bounced", 1],
    ["bounce", { timestamp: "yesterday", type: 3 }, "bounced", 1],
    ["delivered", { response: null, reason: {}, timestamp: String(Math.floor(Date.now() / 1000)) }, "delivered", 0],
  ])("%s with %j makes a mail %s", async (event, given, state, blocked) => {
    const mail = await program.sent("Sendgrid");
    expect(outcome(await signed([sendgridEvent(mail, event, given)]))).toEqual(TAKEN);
    const order = await program.details(mail.orderId);
    expect([order.mailHistory[0]?.state, order.blocked_addresses.length]).toEqual([state, blocked]);
  });

  it("is stored once when resent, even hours later", async () => {
    const mail = await program.sent("Sendgrid");
    const body = JSON.stringify([sendgridEvent(mail, "delivered")]);
    const headers = sendgridHeaders(key, body, new Date(Date.now() - 20 * HOUR));
    for (let time = 0; time < 3; time += 1) expect(outcome(await postSendgrid(body, headers))).toEqual(TAKEN);
    expect((await program.mailOf(mail))?.reports).toHaveLength(1);
  });

  it("is accepted with unknown events among its own", async () => {
    const mail = await program.sent("Sendgrid");
    const strange = [null, 7, "delivered", [], {}, { event: "delivered" }, { event: { $ne: 1 } }];
    expect(outcome(await signed([...strange, sendgridEvent(mail, "delivered"), ...strange]))).toEqual(TAKEN);
    expect((await program.mailOf(mail))?.state).toBe("delivered");
  });

  describe("did not send", () => {
    let mail: Sent;
    let body: string;
    beforeAll(async () => {
      mail = await program.sent("Sendgrid");
      body = JSON.stringify([sendgridEvent(mail, "spamreport")]);
    });
    const spoilt = (given: Record<string, string>) => ({ ...sendgridHeaders(key, body), ...given });
    const SIGNATURE = "x-twilio-email-event-webhook-signature";
    const TIMESTAMP = "x-twilio-email-event-webhook-timestamp";

    it.each<[string, () => Promise<Answer>, unknown[]]>([
      ["what has no signature", () => postSendgrid(body, { "content-type": "application/json" }), FORGED],
      ["what has an empty one", () => postSendgrid(body, spoilt({ [SIGNATURE]: "" })), FORGED],
      ["what has nonsense for one", () => postSendgrid(body, spoilt({ [SIGNATURE]: "A".repeat(96) })), FORGED],
      ["what another key signed", () => postSendgrid(body, sendgridHeaders(sendgridKeys().key, body)), FORGED],
      ["what was changed by one character", () => postSendgrid(`${body} `, sendgridHeaders(key, body)), FORGED],
      ["what was cut", () => postSendgrid(body.slice(0, -1), sendgridHeaders(key, body)), FORGED],
      [
        "what says another time than was signed",
        () => postSendgrid(body, spoilt({ [TIMESTAMP]: String(Math.floor(Date.now() / 1000) - 5) })),
        FORGED,
      ],
      ["what has no time", () => postSendgrid(body, spoilt({ [TIMESTAMP]: "soon" })), FORGED],
      ["what is older than it repeats", () => signed(body, new Date(Date.now() - 26 * HOUR)), STALE],
      ["what comes from the future", () => signed(body, new Date(Date.now() + HOUR)), STALE],
    ])("%s: is refused and nothing is stored", async (_what, post, expected) => {
      const before = await databaseFingerprint(program.db);
      expect(outcome(await post())).toEqual(expected);
      expect(await databaseFingerprint(program.db)).toEqual(before);
    });

    it.each(["", "{}", "null", "[", "7"])("%j, though the signature is right", async (text) => {
      const answer = await signed(text);
      expect(text === "" ? [400, 403] : [400]).toContain(answer.code);
      if (text !== "") expect(outcome(answer)).toEqual(UNREADABLE);
    });

    it("a body that is too large or not JSON by its type", async () => {
      const large = JSON.stringify([{ event: "x".repeat(1024 * 1024) }]);
      expect((await postSendgrid(large, sendgridHeaders(key, large))).code).toBe(413);
      expect((await postSendgrid(body, spoilt({ "content-type": "text/plain" }))).code).toBe(415);
    });
  });
});

it("is asked to resend when the database is down, and is then stored", async () => {
  const mail = await program.sent("Sendgrid");
  const body = JSON.stringify([sendgridEvent(mail, "delivered")]);
  const rename = (from: string, to: string) => program.db.execute(sql.raw(`alter table ${from} rename to ${to}`));
  await rename("mail_events", "mail_events_away");
  try {
    expect((await postSendgrid(body, sendgridHeaders(key, body))).code).toBe(500);
  } finally {
    await rename("mail_events_away", "mail_events");
  }
  expect(outcome(await postSendgrid(body, sendgridHeaders(key, body)))).toEqual(TAKEN);
  expect((await program.mailOf(mail))?.reports).toHaveLength(1);
});
