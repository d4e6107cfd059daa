import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SmtpBehaviour, type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { type OutgoingMail, SendError } from "./mail-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

let peer: SmtpPeer;
beforeAll(async () => {
  peer = await startSmtpPeer();
});
afterAll(() => peer.close());

const TIMES = { connectMs: 20_000, silenceMs: 20_000, totalMs: 20_000 };
/** For a server that never answers. */
const SHORT_TIMEOUTS = { ...TIMES, connectMs: 400, silenceMs: 400 };
const mail = (given: Partial<OutgoingMail> = {}): OutgoingMail => ({
  mailId: 7,
  attemptId: randomUUID(),
  at: new Date("2026-03-01T10:00:00Z"),
  from: "Arrival Desk <no-reply@desk.example>",
  to: "traveller@example.com",
  subject: "Your card",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [{ filename: "card.pdf", contentType: "application/pdf", content: Buffer.alloc(200_000, "x") }],
  ...given,
});

it("sends a mail once, with its attempt id in a header and in the Message-ID", async () => {
  peer.behave("accept");
  const outgoing = mail();
  const { messageId } = await createSmtpTransport(peer.url, TIMES).send(outgoing);
  expect(messageId).toBe(`<${outgoing.attemptId}@desk.example>`);
  expect(peer.accepted).toHaveLength(1);
  const [raw = ""] = peer.accepted;
  expect(raw).toContain(`X-Arrival-Desk-Attempt: ${outgoing.attemptId}`);
  expect(raw).toContain(`Message-ID: ${messageId}`);
  expect(raw).toContain("To: traveller@example.com");
  expect(raw).toContain("filename=card.pdf");
});

it("prevents values from injecting headers or recipients", async () => {
  peer.behave("accept");
  peer.accepted.length = 0;
  await createSmtpTransport(peer.url, TIMES).send(
    mail({ subject: "One\r\nBcc: victim@example.com\r\n\r\nbody", text: "plain", attachments: [] }),
  );
  const head = (peer.accepted[0] ?? "").split("\r\n\r\n")[0] ?? "";
  expect(head).not.toMatch(/^bcc:/im);
  expect(head).toMatch(/^auto-submitted: auto-generated\r$/im);
  expect(head).toMatch(/^x-auto-response-suppress: OOF, AutoReply\r$/im);
  const attempt = createSmtpTransport(peer.url, TIMES).send(
    mail({ to: "a@example.com>\r\nRCPT TO:<victim@example.com" }),
  );
  await attempt.catch(() => undefined);
  expect(peer.accepted.join("\n")).not.toMatch(/^(to|cc|bcc): .*victim@example\.com$/im);
});

describe("reports the outcome of an attempt:", () => {
  const definite = (retry: boolean) => ({ verdict: "definite", retry });
  async function expectOutcome(behaviour: SmtpBehaviour, verdict: object, times = TIMES) {
    peer.behave(behaviour);
    const before = peer.accepted.length;
    const content = behaviour === "drop-in-body" ? Buffer.alloc(8_000_000, "x") : Buffer.alloc(1000, "x");
    const attachments = [{ filename: "card.pdf", contentType: "application/pdf", content }];
    const failure = await createSmtpTransport(peer.url, times)
      .send(mail({ attachments }))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SendError);
    expect((failure as SendError).outcome).toEqual(verdict);
    expect(peer.accepted).toHaveLength(before);
  }
  it.each<[SmtpBehaviour, object]>([
    ["refuse-recipient", definite(false)],
    ["refuse-content", definite(false)],
    ["refuse-sender-for-now", definite(true)],
    ["drop-at-recipient", definite(true)],
    ["drop-in-body", definite(true)],
    ["drop-after-body", { verdict: "ambiguous" }],
  ])("%s", async (behaviour, verdict) => {
    await expectOutcome(behaviour, verdict);
  });
  it.each<[SmtpBehaviour, object]>([
    ["stall-at-greeting", definite(true)],
    ["stall-after-body", { verdict: "ambiguous" }],
  ])("%s", { tags: "long" }, async (behaviour, verdict) => {
    await expectOutcome(behaviour, verdict, SHORT_TIMEOUTS);
  });

  // Some resolvers answer for every name.
  it("an unknown host", { tags: "long" }, async () => {
    const failure = createSmtpTransport("smtp://host.invalid:25", TIMES).send(mail());
    await expect(failure).rejects.toMatchObject({ outcome: definite(true) });
  });

  it("a refused connection and a server without TLS", async () => {
    peer.behave("accept");
    const closed = await startSmtpPeer();
    await closed.close();
    for (const url of [closed.url, peer.url.replace("smtp:", "smtps:")]) {
      const failure = createSmtpTransport(url, TIMES).send(mail());
      await expect(failure).rejects.toMatchObject({ outcome: definite(true) });
    }
  });

  it("a mail that exceeds the total time limit, before and after the body", { tags: "long" }, async () => {
    const transport = createSmtpTransport(peer.url, { connectMs: 9_000, silenceMs: 9_000, totalMs: 300 });
    peer.behave("stall-at-greeting");
    await expect(transport.send(mail())).rejects.toMatchObject({ outcome: definite(true) });
    peer.behave("stall-after-body");
    await expect(transport.send(mail())).rejects.toMatchObject({ outcome: { verdict: "ambiguous" } });
  });
});
