import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MailFault, MailPeer } from "#test/support/mail-peer.ts";
import { SENDGRID_KEY, startSendgridPeer } from "#test/support/sendgrid-peer.ts";
import { startSesPeer } from "#test/support/ses-peer.ts";
import type { HttpTimes } from "./http-once.ts";
import { type MailTransport, type OutgoingMail, SendError } from "./mail-transport.ts";
import { createSendgridTransport } from "./sendgrid-transport.ts";
import { createSesTransport } from "./ses-transport.ts";

const TIMES: HttpTimes = { connectMs: 20_000, answerMs: 20_000, totalMs: 20_000 };
/** For a provider that never answers. */
const SHORT_TIMEOUTS: HttpTimes = { ...TIMES, answerMs: 400 };
const mail = (given: Partial<OutgoingMail> = {}): OutgoingMail => ({
  mailId: 7,
  attemptId: randomUUID(),
  at: new Date("2026-03-01T10:00:00Z"),
  from: '"Arrival Desk, Ltd" <no-reply@desk.example>',
  to: "traveller@example.com",
  subject: "Grüße from the desk",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [{ filename: "card.pdf", contentType: "application/pdf", content: Buffer.alloc(200_000, "x") }],
  ...given,
});
const definite = (retry: boolean) => ({ verdict: "definite", retry });
const ambiguous = { verdict: "ambiguous" };

const makeSes = (endpoint: string, times = TIMES) =>
  createSesTransport(
    {
      region: "eu-west-1",
      credentials: { accessKeyId: "AK", secretAccessKey: "secret" },
      endpoint,
      configurationSet: "desk",
    },
    times,
  );
const makeSendgrid = (endpoint: string, times = TIMES) =>
  createSendgridTransport({ apiKey: SENDGRID_KEY, endpoint }, times);

describe.each([
  ["ses", startSesPeer, makeSes],
  ["sendgrid", startSendgridPeer, makeSendgrid],
] as const)("%s", (name, startPeer, make) => {
  let peer: MailPeer;
  let transport: MailTransport;
  beforeAll(async () => {
    peer = await startPeer();
    transport = make(peer.url);
  });
  afterAll(() => peer.close());
  beforeEach(() => peer.behave("accept"));
  const outcomeOf = async (given: Partial<OutgoingMail> = {}, by = transport) => {
    const failure = await by.send(mail(given)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(SendError);
    return (failure as SendError).outcome;
  };

  it("sends a mail once, with the ids of mail and attempt", async () => {
    peer.accepted.length = 0;
    const outgoing = mail();
    const { messageId } = await transport.send(outgoing);
    const [accepted, ...more] = peer.accepted;
    expect(more).toEqual([]);
    expect(messageId).toBe(accepted?.messageId);
    expect(accepted).toMatchObject({ attemptId: outgoing.attemptId, mailId: 7, to: "traveller@example.com" });
    expect(transport.name).toBe(name);
  });

  const table: [string, MailFault, object, boolean][] = [
    ["a temporary refusal", { refuse: 503, name: "ServiceUnavailable" }, definite(true), false],
    ["a server error", { refuse: 500, name: "InternalServiceErrorException" }, definite(true), false],
    ["wrong credentials", { refuse: 401, name: "UnrecognizedClientException" }, definite(true), false],
    ["missing permissions", { refuse: 403, name: "AccessDeniedException" }, definite(true), false],
    ["a mail it will never accept", { refuse: 400, name: "MessageRejected" }, definite(false), false],
    ["a mail that is too large", { refuse: 413, name: "RequestEntityTooLarge" }, definite(false), false],
    ["a gateway that got no answer", { refuse: 504, name: "GatewayTimeout" }, ambiguous, false],
    ["a disconnect after the body, not accepted", "drop-after-body", ambiguous, false],
    ["a disconnect after the body, accepted", "drop-after-accepting", ambiguous, true],
  ];
  it.each(table)("classifies %s", async (_what, fault, verdict, isAccepted) => {
    const before = peer.accepted.length;
    const calls = peer.calls();
    peer.behave(fault);
    expect(await outcomeOf()).toEqual(verdict);
    expect(peer.accepted.length - before).toBe(isAccepted ? 1 : 0);
    expect(peer.calls() - calls).toBe(1);
  });

  it.each<[string, MailFault, boolean]>([
    ["silence, not accepted", "stall-after-body", false],
    ["silence, accepted", "stall-after-accepting", true],
    ["a late response", { lateMs: 900 }, true],
  ])("classifies %s", { tags: "long" }, async (_what, fault, isAccepted) => {
    const before = peer.accepted.length;
    peer.behave(fault);
    expect(await outcomeOf({}, make(peer.url, SHORT_TIMEOUTS))).toEqual(ambiguous);
    expect(peer.accepted.length - before).toBe(isAccepted ? 1 : 0);
  });

  it("does not treat a redirect as acceptance and does not follow it", async () => {
    const calls = peer.calls();
    peer.behave({ refuse: 302, name: "" });
    expect(await outcomeOf()).toEqual(definite(true));
    expect(peer.calls() - calls).toBe(1);
  });

  it("reports how long a throttling provider asks us to wait", async () => {
    peer.behave({ refuse: 429, name: "TooManyRequestsException", retryAfter: "7" });
    expect(await outcomeOf()).toEqual({ ...definite(true), retryAfterMs: 7000 });
    peer.behave({ refuse: 429, name: "TooManyRequestsException", retryAfter: "soon" });
    expect(await outcomeOf()).toEqual({ ...definite(true), retryAfterMs: 1000 });
  });

  it("is certain only before the last byte is sent: an unread small mail is ambiguous, a large one is not", {
    tags: "long",
  }, async () => {
    const before = peer.accepted.length;
    peer.behave("stall-before-reading");
    expect(await outcomeOf({ attachments: [] }, make(peer.url, SHORT_TIMEOUTS))).toEqual(ambiguous);
    const content = Buffer.alloc(24_000_000, "x");
    const attachments = [{ filename: "card.pdf", contentType: "application/pdf", content }];
    expect(await outcomeOf({ attachments }, make(peer.url, { ...TIMES, totalMs: 2_000 }))).toEqual(definite(true));
    peer.behave("drop-in-body");
    expect(await outcomeOf({ attachments })).toEqual(definite(true));
    expect(peer.accepted.length).toBe(before);
  });

  it("treats the head of a response as the answer", async () => {
    const before = peer.accepted.length;
    peer.behave("drop-in-answer");
    await expect(transport.send(mail())).resolves.toBeDefined();
    expect(peer.accepted.length - before).toBe(1);
  });

  // Some resolvers answer for every name.
  it("is certain about an unknown host", { tags: "long" }, async () => {
    expect(await outcomeOf({}, make("http://host.invalid"))).toEqual(definite(true));
  });

  it("is certain about a refused connection, a server without TLS and a silent one", async () => {
    const closed = await startPeer();
    await closed.close();
    for (const url of [closed.url, peer.url.replace("http:", "https:")]) {
      expect(await outcomeOf({}, make(url))).toEqual(definite(true));
    }
    const mute = createServer((socket) => void socket.on("error", () => undefined));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = mute.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}`;
    expect(await outcomeOf({}, make(url, { ...TIMES, connectMs: 300 }))).toEqual(definite(true));
    mute.close();
  });

  it("sends a burst over kept-alive connections, each mail once", async () => {
    peer.accepted.length = 0;
    await Promise.all(Array.from({ length: 40 }, (_, index) => transport.send(mail({ mailId: index + 1 }))));
    expect(peer.accepted.map(({ mailId }) => mailId).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });
});

it("sends SES the same MIME text as the other transports and the configuration set; no value can add a header", async () => {
  const peer = await startSesPeer();
  await makeSes(peer.url).send(mail({ subject: "One\r\nBcc: victim@example.com", replyTo: "help@desk.example" }));
  const body = peer.accepted[0]?.body as {
    Content: { Raw: { Data: string } };
    Destination: object;
    ConfigurationSetName: string;
  };
  expect(body).toMatchObject({ ConfigurationSetName: "desk", Destination: { ToAddresses: ["traveller@example.com"] } });
  const raw = Buffer.from(body.Content.Raw.Data, "base64").toString("utf8");
  const [head = ""] = raw.split("\r\n\r\n");
  expect(head).toContain('From: "Arrival Desk, Ltd" <no-reply@desk.example>');
  expect(head).toContain("Reply-To: help@desk.example\r\n");
  expect(head).toContain("X-Arrival-Desk-Attempt: ");
  expect(head).not.toMatch(/^bcc:/im);
  expect(raw).toContain("filename=card.pdf");
  await peer.close();
});

it("sends SendGrid HTML, text and the file, with all tracking off", async () => {
  const peer = await startSendgridPeer();
  const outgoing = mail();
  await makeSendgrid(`${peer.url}/`).send(outgoing);
  expect(peer.accepted[0]?.body).toEqual({
    from: { email: "no-reply@desk.example", name: "Arrival Desk, Ltd" },
    subject: "Grüße from the desk",
    personalizations: [{ to: [{ email: "traveller@example.com" }] }],
    content: [
      { type: "text/plain", value: "Hello" },
      { type: "text/html", value: "<p>Hello</p>" },
    ],
    attachments: [
      {
        filename: "card.pdf",
        type: "application/pdf",
        disposition: "attachment",
        content: Buffer.alloc(200_000, "x").toString("base64"),
      },
    ],
    headers: {
      "X-Arrival-Desk-Attempt": outgoing.attemptId,
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "OOF, AutoReply",
    },
    custom_args: { attempt_id: outgoing.attemptId, mail_id: "7" },
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
      ganalytics: { enable: false },
    },
  });
  await peer.close();
});

it("sends SendGrid a person's message without the headers of automatic mails, and where answers go", async () => {
  const peer = await startSendgridPeer();
  const outgoing = mail({ attachments: [], isPersonal: true, replyTo: "help@desk.example" });
  await makeSendgrid(`${peer.url}/`).send(outgoing);
  const { body } = peer.accepted[0] ?? {};
  expect(body).toMatchObject({ reply_to: { email: "help@desk.example" } });
  expect(body).toHaveProperty("headers", { "X-Arrival-Desk-Attempt": outgoing.attemptId });
  expect(body).not.toHaveProperty("attachments");
  await peer.close();
});

it("does not treat a success status that SendGrid never sends as acceptance", async () => {
  const peer = await startSendgridPeer();
  peer.behave({ refuse: 200 });
  await expect(makeSendgrid(peer.url).send(mail())).rejects.toMatchObject({ outcome: ambiguous });
  await peer.close();
});

it("may be retried by another transport when SES refuses the sender's set-up rather than the mail", async () => {
  const peer = await startSesPeer();
  peer.behave({ refuse: 400, name: "MessageRejected", message: "Email address is not verified." });
  await expect(makeSes(peer.url).send(mail())).rejects.toMatchObject({ outcome: definite(true) });
  peer.behave({ refuse: 400, name: "SendingPausedException" });
  await expect(makeSes(peer.url).send(mail())).rejects.toMatchObject({ outcome: definite(true) });
  await peer.close();
});
