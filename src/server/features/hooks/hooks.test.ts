import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SnsMessage } from "#contract/hooks.ts";
import type { MailEntry } from "#contract/mail.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/orders.ts";
import type { MailRoutes } from "#server/platform/mail/mail-transport.ts";
import { type Answer, call, intake } from "#test/support/client.ts";
import { databaseFingerprint } from "#test/support/database-fingerprint.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { sendgridHeaders, sendgridKeys } from "#test/support/sendgrid-signer.ts";
import { startSnsPeer, TOPIC } from "#test/support/sns-peer.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Longer than a busy machine needs, shorter than a test may take. */
const SNS_LIMIT_MS = 2_000;
const HOUR = 60 * 60_000;

/** Roads that take everything; the providers themselves stand in for nobody here. */
const routes: MailRoutes = (provider) => [
  {
    provider,
    transport: {
      name: provider === "AWS" ? "ses" : "sendgrid",
      send: async ({ attemptId }) => ({ messageId: `message-${attemptId}` }),
    },
  },
];
const { webhookKey, key } = sendgridKeys();
let sns: Awaited<ReturnType<typeof startSnsPeer>>;
let program: TestProgram;
let staff: string;

beforeAll(async () => {
  sns = await startSnsPeer();
  program = await startTestProgram({
    services: {
      mailRoutes: routes,
      hooks: { topicArn: TOPIC, webhookKey },
      sns: { peer: sns.peer, limitMs: SNS_LIMIT_MS },
    },
  });
  staff = await program.signIn("Manager");
});
afterAll(async () => {
  await program.stop();
  await sns.close();
});
beforeEach(() => {
  sns.behave("serve");
  sns.requests.length = 0;
});

interface Sent {
  orderId: number;
  email: string;
  mailId: number;
  attemptId: string;
}
let addresses = 0;

/** An order whose document's mail a provider has taken. */
async function sent(mailServiceProvider: "AWS" | "Sendgrid"): Promise<Sent> {
  addresses += 1;
  const email = `traveller${addresses}@example.com`;
  const { order_id: orderId } = await intake(program, { email });
  const form = new FormData();
  for (const [name, value] of Object.entries({ orderId, email, mailServiceProvider })) form.set(name, String(value));
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("card"))], "card.pdf"));
  const upload = { method: "POST", headers: { authorization: staff }, body: form };
  expect((await fetch(`${program.address}/api/admin/upload-visa-document`, upload)).status).toBe(200);
  await vi.waitFor(async () => expect((await details(orderId)).process_status).toBe("Completed"), {
    timeout: 30_000,
    interval: 50,
  });
  const { rows } = await program.db.execute<{ id: number; attempt_id: string }>(
    sql`select id, attempt_id from mails where order_id = ${orderId}`,
  );
  const [mail] = rows;
  return { orderId, email, mailId: mail?.id ?? 0, attemptId: mail?.attempt_id ?? "" };
}

async function details(orderId: number): Promise<OrderDetails> {
  const url = `/api/admin/get-orders-details/${orderId}`;
  return (await call<OrderDetails>(program.address, "GET", url, { token: staff })).body.data;
}
async function mailOf({ orderId }: Sent): Promise<MailEntry | undefined> {
  return (await details(orderId)).mailHistory[0];
}

const postSns = (message: SnsMessage | string, type = "text/plain; charset=UTF-8") =>
  call(program.address, "POST", "/api/hooks/ses", {
    headers: { "content-type": type },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });

/** A report as SES publishes it; `part` is what stands beside the mail. */
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

const outcome = ({ code, body }: Answer) => [code, body.code, body.message];
const FORGED = [403, "forbidden", MESSAGES.hookForged];
const STALE = [403, "forbidden", MESSAGES.hookStale];
const UNREADABLE = [400, "invalid_input", MESSAGES.hookUnreadable];
const UNAVAILABLE = [503, "unavailable", MESSAGES.unavailable];
const TAKEN = [200, undefined, ""];

describe("SES through SNS", () => {
  it("brings a mail from sent to delivered to bounced, the order to a person and the address to the blocked ones", async () => {
    const mail = await sent("AWS");
    const delivery = { delivery: { timestamp: "2026-03-01T09:00:00.000Z", smtpResponse: "250 ok" } };
    expect(outcome(await postSns(notification(sesReport(mail, "Delivery", delivery))))).toEqual(TAKEN);
    expect(await mailOf(mail)).toMatchObject({ state: "delivered", reports: [{ at: "2026-03-01T09:00:00.000Z" }] });
    expect(outcome(await postSns(notification(sesReport(mail, "Bounce", hardBounce))))).toEqual(TAKEN);
    const order = await details(mail.orderId);
    expect(order.process_status).toBe("Contact Customer");
    expect(order.blocked_addresses).toEqual([{ email: mail.email, reason: "bounced", since: expect.any(String) }]);
    expect(order.mailHistory[0]).toMatchObject({ state: "bounced", error: "smtp; 550 5.1.1 no such user" });
  });

  it("is taken with the older signature too, and as JSON", async () => {
    const mail = await sent("AWS");
    const message = notification(sesReport(mail, "Delivery"), { SignatureVersion: "1", Subject: "Amazon SES" });
    expect(outcome(await postSns(message, "application/json"))).toEqual(TAKEN);
    expect(await mailOf(mail)).toMatchObject({ state: "delivered" });
  });

  it.each([
    ["by its message", (mail: Sent) => ({ messageId: `message-${mail.attemptId}` })],
    [
      "by the header that it handed back",
      (mail: Sent) => ({ headers: [{ name: "X-Arrival-Desk-Attempt", value: mail.attemptId }] }),
    ],
  ])("in its older format finds the mail %s", async (_what, names) => {
    const mail = await sent("AWS");
    const about = { destination: [mail.email], timestamp: new Date().toISOString(), ...names(mail) };
    const message = JSON.stringify({ notificationType: "Complaint", mail: about, complaint: {} });
    expect(outcome(await postSns(notification(message)))).toEqual(TAKEN);
    expect(await mailOf(mail)).toMatchObject({ state: "complained" });
  });

  it.each([
    ["Send", {}, "sent", 1],
    ["DeliveryDelay", { deliveryDelay: { delayType: "MailboxFull" } }, "sent", 1],
    ["Reject", { reject: { reason: "Bad content" } }, "failed", 1],
    ["RenderingFailure", { failure: { errorMessage: "no" } }, "failed", 1],
    ["Bounce", { bounce: { bounceType: "Transient", bounceSubType: "MailboxFull" } }, "bounced", 1],
    ["Complaint", { complaint: { complaintFeedbackType: "not-spam" } }, "sent", 0],
    ["Open", { open: {} }, "sent", 0],
    ["SomethingNew", {}, "sent", 0],
    ["Bounce", { bounce: "not what it was" }, "bounced", 1],
  ])("%s with %j makes a mail %s", async (eventType, part, state, reports) => {
    const mail = await sent("AWS");
    expect(outcome(await postSns(notification(sesReport(mail, eventType, part))))).toEqual(TAKEN);
    const shown = await mailOf(mail);
    expect([shown?.state, shown?.reports.length]).toEqual([state, reports]);
  });

  it.each([
    ["no JSON", "Successfully validated SNS topic for Amazon SES event publishing."],
    ["no report", '{"some":"thing"}'],
    ["a list", "[]"],
    ["a mail nobody knows", JSON.stringify({ eventType: "Bounce", mail: { tags: { mail_id: ["2000000000"] } } })],
    ["numbers past all sense", JSON.stringify({ eventType: "Bounce", mail: { tags: { mail_id: ["9".repeat(40)] } } })],
  ])("with %s is answered as taken and leaves nothing", async (_what, message) => {
    const before = await databaseFingerprint(program.db);
    expect(outcome(await postSns(notification(message)))).toEqual(TAKEN);
    expect(await databaseFingerprint(program.db)).toEqual(before);
  });

  it("is stored once when it comes again", async () => {
    const mail = await sent("AWS");
    const message = notification(sesReport(mail, "Bounce", hardBounce));
    const answers = await Promise.all([1, 2, 3].map(() => postSns(message)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    const before = await databaseFingerprint(program.db);
    expect(outcome(await postSns(message))).toEqual(TAKEN);
    expect(await databaseFingerprint(program.db)).toEqual(before);
    expect((await mailOf(mail))?.reports).toHaveLength(1);
  });
});

describe("what SNS did not send", () => {
  let mail: Sent;
  beforeAll(async () => {
    mail = await sent("AWS");
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
  ])("%s is refused, nothing is stored", async (_what, message, expected, mostFetches) => {
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

  it("and is larger than anything SNS sends is not even read", async () => {
    const answer = await postSns(JSON.stringify({ Type: "Notification", Message: "x".repeat(1024 * 1024) }));
    expect(outcome(answer)).toEqual([413, "too_large", MESSAGES.tooLarge]);
  });

  it("and is no text is refused by its type", async () => {
    expect((await postSns("{}", "application/xml")).code).toBe(415);
  });

  it("changes nothing of what the mail shows", async () => {
    expect(await mailOf(mail)).toMatchObject({ state: "sent", reports: [] });
  });
});

describe("a certificate that can't be had", () => {
  it.each(["stall", "drop-midway"] as const)(
    "because Amazon's server would %s: SNS is told to come again, and then it works",
    async (behaviour) => {
      const mail = await sent("AWS");
      const SigningCertURL = sns.newCertificateUrl();
      const message = notification(sesReport(mail, "Delivery"), { SigningCertURL });
      sns.behave(behaviour);
      expect(outcome(await postSns(message))).toEqual(UNAVAILABLE);
      sns.behave("serve");
      expect(outcome(await postSns(message))).toEqual(TAKEN);
      expect(await mailOf(mail)).toMatchObject({ state: "delivered" });
    },
    30_000,
  );

  it("because there is an error page in its place: SNS is told to come again, and then it works", async () => {
    const other = await startTestProgram({
      services: { mailRoutes: routes, hooks: { topicArn: TOPIC, webhookKey: null }, sns: { peer: sns.peer } },
    });
    try {
      const SigningCertURL = sns.newCertificateUrl();
      const post = () =>
        call(other.address, "POST", "/api/hooks/ses", {
          headers: { "content-type": "text/plain" },
          body: JSON.stringify(notification("{}", { SigningCertURL })),
        });
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
  it("is confirmed at the address that Amazon signed", async () => {
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

  it("of somebody else's topic is not confirmed", async () => {
    const message = { ...sns.subscription(), TopicArn: `${TOPIC}-of-others` };
    expect(outcome(await postSns(message))).toEqual(FORGED);
    expect(sns.requests).toEqual([]);
  });

  it.each(["refuse", "stall"] as const)("comes again when Amazon would %s the confirmation", async (behaviour) => {
    expect((await postSns(notification("{}"))).code, "the certificate is known").toBe(200);
    sns.behave(behaviour);
    expect(outcome(await postSns(sns.subscription()))).toEqual(UNAVAILABLE);
  });

  it("that ends is taken note of, and its address is not visited", async () => {
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

describe("SendGrid", () => {
  it("brings each event of a message to its mail", async () => {
    const [first, second] = [await sent("Sendgrid"), await sent("Sendgrid")];
    const events = [
      sendgridEvent(first, "processed"),
      sendgridEvent(second, "bounce", { type: "bounce", reason: "550 no such user" }),
      sendgridEvent(first, "delivered", { response: "250 OK" }),
      sendgridEvent(first, "open"),
    ];
    expect(outcome(await signed(events))).toEqual(TAKEN);
    const delivered = await mailOf(first);
    expect(delivered?.state).toBe("delivered");
    expect(delivered?.reports.map(({ type }) => type).toSorted()).toEqual(["accepted", "delivered"]);
    expect(await details(second.orderId)).toMatchObject({
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
    ["bounce", { mail_id: undefined, attempt_id: undefined, sg_message_id: undefined }, "sent", 0],
    ["bounce", { sg_event_id: undefined }, "sent", 0],
  ])("%s with %j makes a mail %s", async (event, given, state, blocked) => {
    const mail = await sent("Sendgrid");
    expect(outcome(await signed([sendgridEvent(mail, event, given)]))).toEqual(TAKEN);
    const order = await details(mail.orderId);
    expect([order.mailHistory[0]?.state, order.blocked_addresses.length]).toEqual([state, blocked]);
  });

  it("is stored once when it comes again, hours later too", async () => {
    const mail = await sent("Sendgrid");
    const body = JSON.stringify([sendgridEvent(mail, "delivered")]);
    const headers = sendgridHeaders(key, body, new Date(Date.now() - 20 * HOUR));
    for (let time = 0; time < 3; time += 1) expect(outcome(await postSendgrid(body, headers))).toEqual(TAKEN);
    expect((await mailOf(mail))?.reports).toHaveLength(1);
  });

  it("is taken with events that are none among its own", async () => {
    const mail = await sent("Sendgrid");
    const strange = [null, 7, "delivered", [], {}, { event: "delivered" }, { event: { $ne: 1 } }];
    expect(outcome(await signed([...strange, sendgridEvent(mail, "delivered"), ...strange]))).toEqual(TAKEN);
    expect((await mailOf(mail))?.state).toBe("delivered");
  });

  describe("did not send", () => {
    let mail: Sent;
    let body: string;
    beforeAll(async () => {
      mail = await sent("Sendgrid");
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
      ["what was changed by one letter", () => postSendgrid(`${body} `, sendgridHeaders(key, body)), FORGED],
      ["what was cut", () => postSendgrid(body.slice(0, -1), sendgridHeaders(key, body)), FORGED],
      [
        "what says another time than was signed",
        () => postSendgrid(body, spoilt({ [TIMESTAMP]: String(Math.floor(Date.now() / 1000) - 5) })),
        FORGED,
      ],
      ["what has no time", () => postSendgrid(body, spoilt({ [TIMESTAMP]: "soon" })), FORGED],
      ["what is older than it repeats", () => signed(body, new Date(Date.now() - 26 * HOUR)), STALE],
      ["what comes from the future", () => signed(body, new Date(Date.now() + HOUR)), STALE],
    ])("%s: it is refused and nothing is stored", async (_what, post, expected) => {
      const before = await databaseFingerprint(program.db);
      expect(outcome(await post())).toEqual(expected);
      expect(await databaseFingerprint(program.db)).toEqual(before);
    });

    it.each(["", "{}", "null", "[", "7"])("%j, though the signature is right", async (text) => {
      const answer = await signed(text);
      expect(text === "" ? [400, 403] : [400]).toContain(answer.code);
      if (text !== "") expect(outcome(answer)).toEqual(UNREADABLE);
    });

    it("what is too large, or no JSON by its type", async () => {
      const large = JSON.stringify([{ event: "x".repeat(1024 * 1024) }]);
      expect((await postSendgrid(large, sendgridHeaders(key, large))).code).toBe(413);
      expect((await postSendgrid(body, spoilt({ "content-type": "text/plain" }))).code).toBe(415);
    });
  });
});

it("is told to come again when the database is away, and is then stored", async () => {
  const mail = await sent("Sendgrid");
  const body = JSON.stringify([sendgridEvent(mail, "delivered")]);
  const rename = (from: string, to: string) => program.db.execute(sql.raw(`alter table ${from} rename to ${to}`));
  await rename("mail_events", "mail_events_away");
  try {
    expect((await postSendgrid(body, sendgridHeaders(key, body))).code).toBe(500);
  } finally {
    await rename("mail_events_away", "mail_events");
  }
  expect(outcome(await postSendgrid(body, sendgridHeaders(key, body)))).toEqual(TAKEN);
  expect((await mailOf(mail))?.reports).toHaveLength(1);
});
