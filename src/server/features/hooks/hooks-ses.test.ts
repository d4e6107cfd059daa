import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SnsMessage } from "#contract/hooks/hooks.ts";
import { bodyTooLarge } from "#contract/messages.ts";
import { call } from "#test/support/client.ts";
import { databaseFingerprint } from "#test/support/database-fingerprint.ts";
import {
  FORGED,
  type HookProgram,
  outcome,
  type Sent,
  STALE,
  startHookProgram,
  TAKEN,
  UNAVAILABLE,
} from "#test/support/hook-program.ts";
import { startSnsPeer, TOPIC } from "#test/support/sns-peer.ts";

/** Longer than a busy machine needs, shorter than a test's time-out. */
const SNS_LIMIT_MS = 2_000;
const HOUR = 60 * 60_000;

let sns: Awaited<ReturnType<typeof startSnsPeer>>;
let program: HookProgram;

beforeAll(async () => {
  sns = await startSnsPeer();
  program = await startHookProgram({
    hooks: { topicArn: TOPIC, webhookKey: null },
    sns: { peer: sns.peer, limitMs: SNS_LIMIT_MS },
  });
});
afterAll(async () => {
  await program.stop();
  await sns.close();
});
beforeEach(() => {
  sns.behave("serve");
  sns.requests.length = 0;
});

const postSns = (message: SnsMessage | string, type = "text/plain; charset=UTF-8", { address } = program) =>
  call(address, "POST", "/api/hooks/ses", {
    headers: { "content-type": type },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });

/** A report as SES publishes it; `part` is added beside the mail. */
function sesReport({ mailId, attemptId, email }: Sent, eventType: string, part: object = {}): string {
  return JSON.stringify({
    eventType,
    mail: {
      timestamp: new Date().toISOString(),
      messageId: `message-${attemptId}`,
      destination: [email],
      tags: { "ses:configuration-set": ["desk"], mail_id: [String(mailId)], attempt_id: [attemptId] },
    },
    ...part,
  });
}
const notification = (Message: string, given: Partial<SnsMessage> = {}) => sns.message({ Message, ...given });
const hardBounce = {
  bounce: {
    bounceType: "Permanent",
    bounceSubType: "General",
    bouncedRecipients: [{ emailAddress: "x@example.com", diagnosticCode: "smtp; 550 5.1.1\r\nno such\u0000 user" }],
    timestamp: "2026-03-01T10:00:00.000Z",
  },
};

describe("SES through SNS", () => {
  it("takes a mail from sent to delivered to bounced, moves the order and blocks the address", async () => {
    const mail = await program.sent("AWS");
    const delivery = { delivery: { timestamp: "2026-03-01T09:00:00.000Z", smtpResponse: "250 ok" } };
    expect(outcome(await postSns(notification(sesReport(mail, "Delivery", delivery))))).toEqual(TAKEN);
    expect(await program.mailOf(mail)).toMatchObject({
      state: "delivered",
      reports: [{ at: "2026-03-01T09:00:00.000Z" }],
    });
    expect(outcome(await postSns(notification(sesReport(mail, "Bounce", hardBounce))))).toEqual(TAKEN);
    const order = await program.details(mail.orderId);
    expect(order.process_status).toBe("Contact Customer");
    expect(order.blocked_addresses).toEqual([{ email: mail.email, reason: "bounced", since: expect.any(String) }]);
    expect(order.mailHistory[0]).toMatchObject({ state: "bounced", error: "smtp; 550 5.1.1 no such user" });
  });

  it("is accepted with the older signature version, and as JSON", async () => {
    const mail = await program.sent("AWS");
    const message = notification(sesReport(mail, "Delivery"), { SignatureVersion: "1", Subject: "Amazon SES" });
    expect(outcome(await postSns(message, "application/json"))).toEqual(TAKEN);
    expect(await program.mailOf(mail)).toMatchObject({ state: "delivered" });
  });

  it.each([
    ["by its message", (mail: Sent) => ({ messageId: `message-${mail.attemptId}` })],
    [
      "by the header that it handed back",
      (mail: Sent) => ({ headers: [{ name: "X-Arrival-Desk-Attempt", value: mail.attemptId }] }),
    ],
  ])("in its older format matches the mail %s", async (_what, names) => {
    const mail = await program.sent("AWS");
    const about = { destination: [mail.email], timestamp: new Date().toISOString(), ...names(mail) };
    const message = JSON.stringify({ notificationType: "Complaint", mail: about, complaint: {} });
    expect(outcome(await postSns(notification(message)))).toEqual(TAKEN);
    expect(await program.mailOf(mail)).toMatchObject({ state: "complained" });
  });

  it.each([
    ["Send", {}, "sent", 1],
    ["DeliveryDelay", { deliveryDelay: { delayType: "MailboxFull" } }, "sent", 1],
    ["Reject", { reject: { reason: "Bad content" } }, "failed", 1],
    ["RenderingFailure", { failure: { errorMessage: "no" } }, "failed", 1],
    ["Rendering Failure", { failure: { errorMessage: "no" } }, "failed", 1],
    ["Rendering Failure", { failure: { errorMessage: { text: "no" } } }, "failed", 1],
    ["Bounce", { bounce: { bounceType: "Transient", bounceSubType: "MailboxFull" } }, "bounced", 1],
    ["Complaint", { complaint: { complaintFeedbackType: "not-spam" } }, "sent", 0],
    ["Open", { open: {} }, "sent", 0],
    ["SomethingNew", {}, "sent", 0],
    ["Bounce", { bounce: "not what it was" }, "bounced", 1],
  ])("%s with %j makes a mail %s", async (eventType, part, state, reports) => {
    const mail = await program.sent("AWS");
    expect(outcome(await postSns(notification(sesReport(mail, eventType, part))))).toEqual(TAKEN);
    const shown = await program.mailOf(mail);
    expect([shown?.state, shown?.reports.length]).toEqual([state, reports]);
  });

  it.each([
    ["no JSON", "Successfully validated SNS topic for Amazon SES event publishing."],
    ["no report", '{"some":"thing"}'],
    ["a list", "[]"],
    ["an unknown mail", JSON.stringify({ eventType: "Bounce", mail: { tags: { mail_id: ["2000000000"] } } })],
    ["numbers past all sense", JSON.stringify({ eventType: "Bounce", mail: { tags: { mail_id: ["9".repeat(40)] } } })],
  ])("with %s is accepted and stores nothing", async (_what, message) => {
    const before = await databaseFingerprint(program.db);
    expect(outcome(await postSns(notification(message)))).toEqual(TAKEN);
    expect(await databaseFingerprint(program.db)).toEqual(before);
  });

  it("is stored once when resent", async () => {
    const mail = await program.sent("AWS");
    const message = notification(sesReport(mail, "Bounce", hardBounce));
    const answers = await Promise.all([1, 2, 3].map(() => postSns(message)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    const before = await databaseFingerprint(program.db);
    expect(outcome(await postSns(message))).toEqual(TAKEN);
    expect(await databaseFingerprint(program.db)).toEqual(before);
    expect((await program.mailOf(mail))?.reports).toHaveLength(1);
  });
});

describe("a message that SNS did not send", () => {
  let mail: Sent;
  beforeAll(async () => {
    mail = await program.sent("AWS");
  });
  const bounce = (given: Partial<SnsMessage> = {}) => notification(sesReport(mail, "Bounce", hardBounce), given);
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

  it.each<[string, () => SnsMessage, unknown[], number]>([
    ["changed after the signing", () => ({ ...bounce(), Message: sesReport(mail, "Complaint") }), FORGED, 2],
    ["with another id than was signed", () => ({ ...bounce(), MessageId: randomUUID() }), FORGED, 0],
    ["with no signature", () => ({ ...bounce(), Signature: "" }), FORGED, 0],
    ["with a cut signature", () => ({ ...bounce(), Signature: bounce().Signature.slice(8) }), FORGED, 0],
    ["of another topic", () => bounce({ TopicArn: `${TOPIC}-2` }), FORGED, 0],
    ["of another account", () => bounce({ TopicArn: TOPIC.replace("123456789012", "210987654321") }), FORGED, 0],
    ["older than SNS repeats", () => bounce({ Timestamp: ago(2 * HOUR + 60_000) }), STALE, 0],
    ["from the future", () => bounce({ Timestamp: ago(-HOUR) }), STALE, 0],
  ])("%s is refused and not stored", async (_what, message, expected, mostFetches) => {
    const before = await databaseFingerprint(program.db);
    expect(outcome(await postSns(message()))).toEqual(expected);
    expect(await databaseFingerprint(program.db)).toEqual(before);
    expect(sns.requests.length).toBeLessThanOrEqual(mostFetches);
  });

  it.each([
    "https://evil.example/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "https://user@sns.eu-west-1.amazonaws.com/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "https://sns.eu-west-1.amazonaws.com/elsewhere.pem",
    "https://my-bucket.s3.eu-west-1.amazonaws.com/SimpleNotificationService-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pem",
    "nonsense",
  ])("with its certificate at %s is refused, and nothing is fetched", async (SigningCertURL) => {
    expect(outcome(await postSns(bounce({ SigningCertURL })))).toEqual(FORGED);
    expect(sns.requests).toEqual([]);
  });

  it("with a different certificate each time causes five fetches at most", async () => {
    const other = await startHookProgram({ hooks: { topicArn: TOPIC, webhookKey: null }, sns: { peer: sns.peer } });
    try {
      const post = (message: SnsMessage) => postSns(message, "text/plain", other);
      expect((await post(bounce())).code).toBe(200);
      sns.requests.length = 0;
      const codes: number[] = [];
      for (let nth = 0; nth < 30; nth += 1) {
        const forged = { ...bounce({ SigningCertURL: sns.newCertificateUrl() }), MessageId: randomUUID() };
        codes.push((await post(forged)).code);
      }
      // A known certificate is fetched again once a minute.
      expect(sns.requests.length).toBeLessThanOrEqual(6);
      expect([...new Set(codes)].sort()).toEqual([403, 429]);
      expect((await post(bounce())).code, "the certificate that is trusted").toBe(200);
      for (const SigningCertURL of ["?a=1", "#a", "/../x.pem"]) {
        const given = bounce();
        expect((await post({ ...given, SigningCertURL: given.SigningCertURL + SigningCertURL })).code).toBe(403);
      }
    } finally {
      await other.stop();
    }
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["an object without its fields", "{}"],
    ["a raw delivery without a signature", sesReport({ orderId: 1, email: "", mailId: 1, attemptId: "" }, "Bounce")],
    ["fields of other types", JSON.stringify({ Type: ["Notification"], MessageId: {}, TopicArn: TOPIC })],
    ["a truncated message", JSON.stringify({ Type: "Notification", TopicArn: TOPIC }).slice(0, -5)],
  ])("%s is refused", async (_what, body) => {
    const answer = await postSns(body);
    expect([400, 403]).toContain(answer.code);
    expect(answer.body.status).toBe(0);
    expect(sns.requests).toEqual([]);
  });

  it("that is larger than anything SNS sends is not even read", async () => {
    const answer = await postSns(JSON.stringify({ Type: "Notification", Message: "x".repeat(1024 * 1024) }));
    expect(outcome(answer)).toEqual([413, "too_large", bodyTooLarge(520 * 1024)]);
  });

  it("that is not text is refused by its type", async () => {
    expect((await postSns("{}", "application/xml")).code).toBe(415);
  });

  it("doesn't change the mail", async () => {
    expect(await program.mailOf(mail)).toMatchObject({ state: "sent", reports: [] });
  });
});

describe("a certificate that can't be fetched", () => {
  it.each(["stall", "drop-midway"] as const)(
    "because Amazon's server would %s: SNS is asked to retry, which then works",
    { tags: "long", timeout: 30_000 },
    async (behaviour) => {
      const mail = await program.sent("AWS");
      const SigningCertURL = sns.newCertificateUrl();
      const message = notification(sesReport(mail, "Delivery"), { SigningCertURL });
      sns.behave(behaviour);
      expect(outcome(await postSns(message))).toEqual(UNAVAILABLE);
      sns.behave("serve");
      expect(outcome(await postSns(message))).toEqual(TAKEN);
      expect(await program.mailOf(mail)).toMatchObject({ state: "delivered" });
    },
  );

  it("because of an error page in its place: SNS is asked to retry, which then works", async () => {
    const other = await startHookProgram({ hooks: { topicArn: TOPIC, webhookKey: null }, sns: { peer: sns.peer } });
    try {
      const SigningCertURL = sns.newCertificateUrl();
      const post = () => postSns(notification("{}", { SigningCertURL }), "text/plain", other);
      sns.behave("error-page");
      expect(outcome(await post())).toEqual(UNAVAILABLE);
      sns.behave("serve");
      expect(outcome(await post())).toEqual(TAKEN);
      const sendgrid = await call(other.address, "POST", "/api/hooks/sendgrid", { body: [] });
      expect(sendgrid.code, "not configured there").toBe(404);
    } finally {
      await other.stop();
    }
  });
});

describe("a subscription to the topic", () => {
  it("is confirmed at the URL that Amazon signed", async () => {
    expect(outcome(await postSns(sns.subscription()))).toEqual(TAKEN);
    expect(sns.requests.at(-1)).toBe(
      `sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`,
    );
  });

  it.each([
    "https://evil.example/?Action=ConfirmSubscription",
    "http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription",
    "https://169.254.169.254/latest/meta-data/",
    "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription",
    "https://sns.eu-west-1.amazonaws.com@evil.example/",
    "file:///etc/passwd",
    "",
  ])("is not confirmed at %j, though the signature is right", async (url) => {
    expect(outcome(await postSns(sns.subscription(url)))).toEqual(FORGED);
    expect(sns.requests.filter((each) => !each.endsWith(".pem"))).toEqual([]);
  });

  it("for another topic is not confirmed", async () => {
    const message = { ...sns.subscription(), TopicArn: `${TOPIC}-of-others` };
    expect(outcome(await postSns(message))).toEqual(FORGED);
    expect(sns.requests).toEqual([]);
  });

  it.each(["refuse", "stall"] as const)(
    "is retried if Amazon would %s the confirmation",
    { tags: "long", timeout: 30_000 },
    async (behaviour) => {
      expect((await postSns(notification("{}"))).code, "the certificate is known").toBe(200);
      sns.behave(behaviour);
      expect(outcome(await postSns(sns.subscription()))).toEqual(UNAVAILABLE);
    },
  );

  it("that is removed is logged, and its URL is not fetched", async () => {
    const message = sns.message({
      Type: "UnsubscribeConfirmation",
      Message: "You have chosen …",
      Token: "t",
      SubscribeURL: "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription",
    });
    expect(outcome(await postSns(message))).toEqual(TAKEN);
    expect(sns.requests.filter((each) => !each.endsWith(".pem"))).toEqual([]);
  });
});
