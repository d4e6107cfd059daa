import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import {
  type MailTransport,
  type MailTransports,
  type OutgoingMail,
  type Reconciled,
  SendError,
  type SendVerdict,
} from "#server/platform/mail/mail-transport.ts";
import { createSmtpTransport } from "#server/platform/mail/smtp-transport.ts";
import { type DocumentFixture, openFixture } from "#test/support/document-fixture.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startSmtpPeer } from "#test/support/smtp-peer.ts";

const MINUTE = 60_000;
const card = plainPdf("Arrival card");
let fixture: DocumentFixture;
let configured: MailTransports;
beforeAll(async () => {
  fixture = await openFixture({ transportsFor: (provider) => configured(provider) });
});
afterAll(() => fixture.close());

/** A transport with scripted outcomes that keeps what it accepted. */
function scripted(name: "ses" | "sendgrid") {
  const sent: OutgoingMail[] = [];
  const outcomes: (SendVerdict | "accept")[] = [];
  const transport = {
    name,
    send: vi.fn(async (mail: OutgoingMail) => {
      const outcome = outcomes.shift() ?? "accept";
      if (outcome !== "accept") throw new SendError(`${name} said no`, outcome);
      sent.push(mail);
      return { messageId: `${name}-${sent.length}` };
    }),
  } satisfies MailTransport;
  return { transport, sent, outcomes };
}
const refused: SendVerdict = { verdict: "definite", retry: true };
const hopeless: SendVerdict = { verdict: "definite", retry: false };
const ambiguous: SendVerdict = { verdict: "ambiguous" };

let ses: ReturnType<typeof scripted>;
let sendgrid: ReturnType<typeof scripted>;
const transportsFor: MailTransports = (provider) => {
  const aws = { provider: "AWS", transport: ses.transport } as const;
  const grid = { provider: "Sendgrid", transport: sendgrid.transport } as const;
  const orders: Record<MailProvider, ReturnType<MailTransports>> = { AWS: [aws, grid], Sendgrid: [grid, aws] };
  return orders[provider];
};

beforeEach(() => {
  ses = scripted("ses");
  sendgrid = scripted("sendgrid");
  configured = transportsFor;
  fixture.systemMoves.length = 0;
});

/** An order with a document whose mail is queued. */
async function queued(given: Parameters<DocumentFixture["addOrder"]>[0] = {}) {
  return await again(await fixture.addOrder(given));
}

/** One more document of an order; its mail is queued. */
async function again(orderId: number) {
  const { mail } = await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: card, sha256: randomBytes(32), originalName: "card.pdf" },
  }));
  return { orderId, mailId: mail.id };
}
const entry = async (orderId: number) => (await fixture.mail.listMails(fixture.db, orderId))[0];
const types = async (orderId: number) => (await fixture.events(orderId)).map(({ type }) => type);

describe("a provider that answers", () => {
  it("gets the mail once, and the order is completed", async () => {
    const { orderId, mailId } = await queued();
    await fixture.mail.deliver(mailId);
    await fixture.mail.deliver(mailId);
    await fixture.mail.sweep();
    expect(ses.sent).toHaveLength(1);
    expect(ses.sent[0]?.attachments).toMatchObject([{ filename: `${orderId}_arrival-card-v1.pdf`, content: card }]);
    expect(await entry(orderId)).toMatchObject({ state: "sent", transport: "ses", message_id: "ses-1", error: null });
    expect(await types(orderId)).toEqual(["document-stored", "mail-queued", "mail-accepted", "moved"]);
    expect(fixture.systemMoves).toEqual([{ to: "Completed", reason: null }]);
  });

  it.each([
    ["in Refunds", "Refunds"],
    ["deleted", "Deleted"],
    ["already completed", "Completed"],
  ])("leaves an order alone that is %s", async (_what, status) => {
    const { orderId, mailId } = await queued();
    await fixture.pool.query("update orders set status = $2 where id = $1", [orderId, status]);
    await fixture.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
    expect(fixture.systemMoves).toEqual([]);
  });

  it("doesn't move an order that a member moved, or moved back, after the mail was queued", async () => {
    const { orderId, mailId } = await queued();
    fixture.advance(1);
    await fixture.move(orderId, "Awaiting");
    await fixture.move(orderId, "New");
    fixture.advance(MINUTE);
    const { mailId: laterId } = await again(orderId);
    await fixture.mail.deliver(mailId);
    expect((await fixture.order(orderId))?.status).toBe("New");
    expect(fixture.systemMoves).toEqual([]);
    await fixture.mail.deliver(laterId);
    expect((await fixture.order(orderId))?.status).toBe("Completed");
  });

  it("has its own acceptance time for each mail, even when several share a transaction", async () => {
    const takes = new Map<number, () => void>();
    ses.transport.send.mockImplementation(async ({ mailId }) => {
      await new Promise<void>((take) => takes.set(mailId, take));
      return { messageId: "ses" };
    });
    const mails = [];
    for (let count = 0; count < 5; count += 1) mails.push(await queued());
    const deliveries = mails.map(({ mailId }) => fixture.mail.deliver(mailId));
    await expect.poll(() => takes.size).toBe(5);
    const holder = await fixture.pool.connect();
    const times: Date[] = [];
    try {
      // The first three orders are locked: three transactions wait for them, and the last two mails share the next one.
      await holder.query("begin");
      const held = mails.slice(0, 3).map(({ orderId }) => orderId);
      await holder.query("select from orders where id = any($1) for update", [held]);
      for (const { mailId } of mails) {
        fixture.advance(MINUTE);
        times.push(fixture.clock.at);
        takes.get(mailId)?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await holder.query("commit");
    } finally {
      holder.release();
    }
    await Promise.all(deliveries);
    const { rows } = await fixture.pool.query(
      `select m.accepted_at, e.at from mails m join order_events e using (order_id)
       where e.type = 'mail-accepted' and m.order_id = any($1) order by order_id`,
      [mails.map(({ orderId }) => orderId)],
    );
    expect(rows).toEqual(times.map((at) => ({ accepted_at: at, at })));
  });

  it("that accepts the first mail and refuses the second leaves the order in Contact Customer", async () => {
    const { orderId, mailId } = await queued();
    const second = await again(orderId);
    await fixture.mail.deliver(mailId);
    expect((await fixture.order(orderId))?.status).toBe("Completed");
    ses.outcomes.push(hopeless);
    await fixture.mail.deliver(second.mailId);
    expect(fixture.systemMoves).toEqual([
      { to: "Completed", reason: null },
      { to: "Contact Customer", reason: "The mail failed: ses said no" },
    ]);
    expect(await fixture.order(orderId)).toMatchObject({ status: "Contact Customer", previousStatus: "Completed" });
  });

  it("that refuses is tried again after growing pauses, and the other one after three attempts @3-031", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(refused, refused, refused);
    for (const pause of [10_000, 30_000, 2 * MINUTE]) {
      await fixture.mail.deliver(mailId);
      expect(await entry(orderId)).toMatchObject({ state: "queued", error: "ses said no", transport: null });
      fixture.advance(pause - 1);
      await fixture.mail.deliver(mailId);
      fixture.advance(1);
    }
    expect(ses.transport.send).toHaveBeenCalledTimes(3);
    await fixture.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({
      state: "sent",
      transport: "sendgrid",
      mail_service_provider: "Sendgrid",
    });
  });

  it("fails for good after four hours, and the order goes to Contact Customer", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(...Array<SendVerdict>(100).fill(refused));
    sendgrid.outcomes.push(...Array<SendVerdict>(100).fill(refused));
    let tries = 0;
    for (; (await entry(orderId))?.state === "queued"; tries += 1) {
      await fixture.mail.deliver(mailId);
      fixture.advance(5 * MINUTE);
    }
    // At every 5 minutes of 4 hours, both ends included: the first, shorter pauses pass within the steps made here.
    expect(tries).toBe(49);
    expect(await entry(orderId)).toMatchObject({ state: "failed" });
    expect((await types(orderId)).slice(-2)).toEqual(["mail-failed", "moved"]);
    expect(fixture.systemMoves).toMatchObject([{ to: "Contact Customer" }]);
  });

  it("that refuses for good is not asked again; a completed order goes to Contact Customer too", async () => {
    const { orderId, mailId } = await queued({ status: "Completed" });
    ses.outcomes.push(hopeless);
    await fixture.mail.deliver(mailId);
    fixture.advance(60 * MINUTE);
    await fixture.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
    expect(await entry(orderId)).toMatchObject({ state: "failed", error: "ses said no" });
    expect(fixture.systemMoves).toMatchObject([{ to: "Contact Customer", reason: "The mail failed: ses said no" }]);
  });

  it("is tried again when the document can't be read", async () => {
    const { orderId, mailId } = await queued();
    vi.spyOn(fixture.files, "get").mockRejectedValueOnce(new Error("no disk"));
    await fixture.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "queued" });
    fixture.advance(10_000);
    await fixture.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
  });
});

describe("a provider whose answer is lost", () => {
  it("is waited for, then sent exactly one resend, marked as a possible duplicate", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(ambiguous);
    await fixture.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "unknown", possible_duplicate: false, transport: "ses" });
    fixture.advance(10 * MINUTE - 1);
    await fixture.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
    fixture.advance(1);
    await Promise.all([fixture.mail.sweep(), fixture.mail.deliver(mailId), fixture.mail.deliver(mailId)]);
    expect(ses.sent).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
    expect((await types(orderId)).slice(2)).toEqual(["mail-unclear", "mail-accepted", "moved"]);
    fixture.advance(60 * MINUTE);
    await fixture.mail.sweep();
    expect(ses.sent).toHaveLength(1);
  });

  it("twice leaves the order in Contact Customer", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(ambiguous, ambiguous);
    await fixture.mail.deliver(mailId);
    fixture.advance(10 * MINUTE);
    await fixture.mail.deliver(mailId);
    fixture.advance(24 * 60 * MINUTE);
    await fixture.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(2);
    expect(await entry(orderId)).toMatchObject({ state: "unknown", possible_duplicate: true });
    expect(fixture.systemMoves).toMatchObject([{ to: "Contact Customer" }]);
  });

  it("never fails over to the other one, however often the resend is refused", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(ambiguous, refused, refused, refused, refused);
    await fixture.mail.deliver(mailId);
    for (let round = 0; round < 6; round += 1) {
      fixture.advance(10 * MINUTE);
      await fixture.mail.deliver(mailId);
    }
    expect(sendgrid.transport.send).not.toHaveBeenCalled();
    expect(ses.sent).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
  });
});

describe("several processes", () => {
  it("send one mail once", async () => {
    const { orderId, mailId } = await queued();
    await Promise.all(Array.from({ length: 8 }, () => fixture.mail.deliver(mailId)));
    expect(ses.sent).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
  });
});

describe("a process that dies while it sends", () => {
  /** A send that never returns, as far as the outbox can tell. */
  async function dies(reconcile?: () => Promise<Reconciled>) {
    const reached = Promise.withResolvers<void>();
    const never = Promise.withResolvers<{ messageId: string }>();
    ses.transport.send.mockImplementationOnce(async () => {
      reached.resolve();
      return await never.promise;
    });
    const transport: MailTransport = { ...ses.transport, ...(reconcile && { reconcile }) };
    configured = (provider) => [{ provider, transport }];
    const { orderId, mailId } = await queued();
    const dead = fixture.mail.deliver(mailId);
    await reached.promise;
    fixture.advance(5 * MINUTE - 1);
    await fixture.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sending" });
    fixture.advance(1);
    return { orderId, mailId, revive: () => never.resolve({ messageId: "late" }), dead };
  }

  it("leaves a lease; with an unknown outcome the mail waits and is sent once more with the mark", async () => {
    const { orderId, revive, dead } = await dies();
    await Promise.all([fixture.mail.sweep(), fixture.mail.sweep()]);
    expect(await entry(orderId)).toMatchObject({ state: "unknown" });
    fixture.advance(10 * MINUTE);
    await Promise.all([fixture.mail.sweep(), fixture.mail.sweep()]);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true, message_id: "ses-1" });
    revive();
    await dead;
    expect(await entry(orderId)).toMatchObject({ message_id: "ses-1" });
    expect((await types(orderId)).filter((type) => type === "mail-accepted")).toHaveLength(1);
  });

  it("may still report its outcome in time", async () => {
    const { orderId, revive, dead } = await dies();
    await fixture.mail.sweep();
    revive();
    await dead;
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false, message_id: "late" });
    fixture.advance(10 * MINUTE);
    await fixture.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
  });

  it("had sent it, according to the transport: it is not sent again", async () => {
    const { orderId } = await dies(async () => "accepted");
    await fixture.mail.sweep();
    const found = await entry(orderId);
    expect(found).toMatchObject({ state: "sent", possible_duplicate: false });
    expect(found?.message_id).toMatch(/^<[0-9a-f-]{36}@desk\.example>$/);
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
  });

  it("had not sent it, according to the transport: it is sent again without a mark", async () => {
    const { orderId } = await dies(async () => "absent");
    await fixture.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "queued" });
    fixture.advance(10_000);
    await fixture.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false });
  });
});

it("writes one file a mail without a server, even if the process dies before the commit @1-009", async () => {
  const transport = createFileTransport(path.join(fixture.folder, "mail"));
  configured = (provider) => [{ provider, transport }];
  const { orderId, mailId } = await queued();
  await Promise.all([fixture.mail.deliver(mailId), fixture.mail.deliver(mailId)]);
  expect(await readdir(path.join(fixture.folder, "mail"))).toHaveLength(1);
  const [record] = (await fixture.pool.query("select attempt_id from mails where id = $1", [mailId])).rows;
  // As if the process had died between the file and the commit.
  await fixture.pool.query("update mails set state = 'sending', due_at = now(), accepted_at = null where id = $1", [
    mailId,
  ]);
  fixture.clock.at = new Date(Date.now() + MINUTE);
  await fixture.mail.sweep();
  expect(await entry(orderId)).toMatchObject({
    state: "written",
    transport: "file",
    message_id: `<${record.attempt_id}@desk.example>`,
  });
  expect(await readdir(path.join(fixture.folder, "mail"))).toEqual([`${mailId}-${record.attempt_id}.eml`]);
});

it("delivers to a real SMTP server exactly once despite refusals", async () => {
  const peer = await startSmtpPeer();
  const transport = createSmtpTransport(peer.url, { connectMs: 2_000, silenceMs: 2_000, totalMs: 5_000 });
  configured = (provider) => [{ provider, transport }];
  const { orderId, mailId } = await queued();
  for (const behaviour of ["refuse-sender-for-now", "drop-at-recipient", "accept"] as const) {
    peer.behave(behaviour);
    await fixture.mail.deliver(mailId);
    fixture.advance(MINUTE);
  }
  expect(peer.accepted).toHaveLength(1);
  expect(await entry(orderId)).toMatchObject({ state: "sent", transport: "smtp", possible_duplicate: false });
  expect(fixture.systemMoves).toEqual([{ to: "Completed", reason: null }]);
  await peer.close();
});
