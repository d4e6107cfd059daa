import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MailProvider } from "#contract/mail-providers.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import {
  type MailRoutes,
  type MailTransport,
  type OutgoingMail,
  type Reconciled,
  SendError,
  type SendVerdict,
} from "#server/platform/mail/mail-transport.ts";
import { createSmtpTransport } from "#server/platform/mail/smtp-transport.ts";
import { type Desk, openDesk } from "#test/support/document-desk.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startSmtpPeer } from "#test/support/smtp-peer.ts";

const MINUTE = 60_000;
const card = plainPdf("Arrival card");
let desk: Desk;
let roads: MailRoutes;
beforeAll(async () => {
  desk = await openDesk({ routes: (provider) => roads(provider) });
});
afterAll(() => desk.close());

/** A road whose next outcomes are set; it counts what it accepted. */
function road(name: "ses" | "sendgrid") {
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

let ses: ReturnType<typeof road>;
let sendgrid: ReturnType<typeof road>;
const routes: MailRoutes = (provider) => {
  const own: [MailProvider, MailTransport] =
    provider === "AWS" ? ["AWS", ses.transport] : ["Sendgrid", sendgrid.transport];
  const other: [MailProvider, MailTransport] =
    provider === "AWS" ? ["Sendgrid", sendgrid.transport] : ["AWS", ses.transport];
  return [
    { provider: own[0], transport: own[1] },
    { provider: other[0], transport: other[1] },
  ];
};

beforeEach(() => {
  ses = road("ses");
  sendgrid = road("sendgrid");
  roads = routes;
  desk.systemMoves.length = 0;
});

/** An order with a document, and its mail waiting. */
async function queued(given: Parameters<Desk["addOrder"]>[0] = {}) {
  return await again(await desk.addOrder(given));
}

/** One more document of an order, and its mail waiting. */
async function again(orderId: number) {
  const { mail } = await desk.documents.upload(desk.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: card, sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  return { orderId, mailId: mail.id };
}
const entry = async (orderId: number) => (await desk.mail.listMails(desk.db, orderId))[0];
const types = async (orderId: number) => (await desk.events(orderId)).map(({ type }) => type);

describe("a provider that answers", () => {
  it("gets the mail once, and the order is completed", async () => {
    const { orderId, mailId } = await queued();
    await desk.mail.deliver(mailId);
    await desk.mail.deliver(mailId);
    await desk.mail.sweep();
    expect(ses.sent).toHaveLength(1);
    expect(ses.sent[0]?.attachment).toMatchObject({ filename: `${orderId}_arrival-card-v1.pdf`, content: card });
    expect(await entry(orderId)).toMatchObject({ state: "sent", transport: "ses", message_id: "ses-1", error: null });
    expect(await types(orderId)).toEqual(["document-stored", "mail-queued", "mail-accepted", "moved"]);
    expect(desk.systemMoves).toEqual([{ to: "Completed", reason: null }]);
  });

  it.each([
    ["in Refunds", "Refunds"],
    ["deleted", "Deleted"],
    ["already completed", "Completed"],
  ])("leaves an order alone that is %s", async (_what, status) => {
    const { orderId, mailId } = await queued();
    await desk.pool.query("update orders set status = $2 where id = $1", [orderId, status]);
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
    expect(desk.systemMoves).toEqual([]);
  });

  it("leaves an order alone that a person moved, or moved back, since the mail was queued, and no earlier", async () => {
    const { orderId, mailId } = await queued();
    desk.advance(1);
    await desk.move(orderId, "Awaiting");
    await desk.move(orderId, "New");
    desk.advance(MINUTE);
    const { mailId: laterId } = await again(orderId);
    await desk.mail.deliver(mailId);
    expect((await desk.order(orderId))?.status).toBe("New");
    expect(desk.systemMoves).toEqual([]);
    await desk.mail.deliver(laterId);
    expect((await desk.order(orderId))?.status).toBe("Completed");
  });

  it("that takes the first mail and not the second leaves the order to a person", async () => {
    const { orderId, mailId } = await queued();
    const second = await again(orderId);
    await desk.mail.deliver(mailId);
    expect((await desk.order(orderId))?.status).toBe("Completed");
    ses.outcomes.push(hopeless);
    await desk.mail.deliver(second.mailId);
    expect(desk.systemMoves).toEqual([
      { to: "Completed", reason: null },
      { to: "Contact Customer", reason: "The mail failed: ses said no" },
    ]);
    expect(await desk.order(orderId)).toMatchObject({ status: "Contact Customer", previousStatus: "Completed" });
  });

  it("with a refusal is tried again after growing pauses, after three tries by the other one", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(refused, refused, refused);
    for (const pause of [10_000, 30_000, 2 * MINUTE]) {
      await desk.mail.deliver(mailId);
      expect(await entry(orderId)).toMatchObject({ state: "queued", error: "ses said no", transport: null });
      desk.advance(pause - 1);
      await desk.mail.deliver(mailId);
      desk.advance(1);
    }
    expect(ses.transport.send).toHaveBeenCalledTimes(3);
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({
      state: "sent",
      transport: "sendgrid",
      mail_service_provider: "Sendgrid",
    });
  });

  it("is given up after four hours, and the order waits for a person", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(...Array<SendVerdict>(100).fill(refused));
    sendgrid.outcomes.push(...Array<SendVerdict>(100).fill(refused));
    let tries = 0;
    for (; (await entry(orderId))?.state === "queued"; tries += 1) {
      await desk.mail.deliver(mailId);
      desk.advance(5 * MINUTE);
    }
    // At every 5 minutes of 4 hours, both ends included: the first, shorter pauses pass within the steps made here.
    expect(tries).toBe(49);
    expect(await entry(orderId)).toMatchObject({ state: "failed" });
    expect((await types(orderId)).slice(-2)).toEqual(["mail-failed", "moved"]);
    expect(desk.systemMoves).toMatchObject([{ to: "Contact Customer" }]);
  });

  it("that will never take it is not asked again; a completed order then waits for a person too", async () => {
    const { orderId, mailId } = await queued({ status: "Completed" });
    ses.outcomes.push(hopeless);
    await desk.mail.deliver(mailId);
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
    expect(await entry(orderId)).toMatchObject({ state: "failed", error: "ses said no" });
    expect(desk.systemMoves).toMatchObject([{ to: "Contact Customer", reason: "The mail failed: ses said no" }]);
  });

  it("is tried again when the document can't be read now", async () => {
    const { orderId, mailId } = await queued();
    vi.spyOn(desk.files, "get").mockRejectedValueOnce(new Error("no disk"));
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "queued" });
    desk.advance(10_000);
    await desk.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
  });
});

describe("a provider whose answer is lost", () => {
  it("is waited for, then asked exactly once more, marked as a possible duplicate", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(ambiguous);
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "unknown", possible_duplicate: false, transport: "ses" });
    desk.advance(10 * MINUTE - 1);
    await desk.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
    desk.advance(1);
    await Promise.all([desk.mail.sweep(), desk.mail.deliver(mailId), desk.mail.deliver(mailId)]);
    expect(ses.sent).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
    expect((await types(orderId)).slice(2)).toEqual(["mail-unclear", "mail-accepted", "moved"]);
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(ses.sent).toHaveLength(1);
  });

  it("twice is left to a person", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(ambiguous, ambiguous);
    await desk.mail.deliver(mailId);
    desk.advance(10 * MINUTE);
    await desk.mail.deliver(mailId);
    desk.advance(24 * 60 * MINUTE);
    await desk.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(2);
    expect(await entry(orderId)).toMatchObject({ state: "unknown", possible_duplicate: true });
    expect(desk.systemMoves).toMatchObject([{ to: "Contact Customer" }]);
  });

  it("never falls over to the other one, however often the resend is refused", async () => {
    const { orderId, mailId } = await queued();
    ses.outcomes.push(ambiguous, refused, refused, refused, refused);
    await desk.mail.deliver(mailId);
    for (let round = 0; round < 6; round += 1) {
      desk.advance(10 * MINUTE);
      await desk.mail.deliver(mailId);
    }
    expect(sendgrid.transport.send).not.toHaveBeenCalled();
    expect(ses.sent).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
  });
});

describe("several processes", () => {
  it("send one mail once", async () => {
    const { orderId, mailId } = await queued();
    await Promise.all(Array.from({ length: 8 }, () => desk.mail.deliver(mailId)));
    expect(ses.sent).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
  });
});

describe("a process that dies while it sends", () => {
  /** A send that never comes back, as far as the outbox can tell. */
  async function dies(reconcile?: () => Promise<Reconciled>) {
    const reached = Promise.withResolvers<void>();
    const never = Promise.withResolvers<{ messageId: string }>();
    ses.transport.send.mockImplementationOnce(async () => {
      reached.resolve();
      return await never.promise;
    });
    const road: MailTransport = { ...ses.transport, ...(reconcile && { reconcile }) };
    roads = (provider) => [{ provider, transport: road }];
    const { orderId, mailId } = await queued();
    const dead = desk.mail.deliver(mailId);
    await reached.promise;
    desk.advance(5 * MINUTE - 1);
    await desk.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sending" });
    desk.advance(1);
    return { orderId, mailId, revive: () => never.resolve({ messageId: "late" }), dead };
  }

  it("leaves a lease; where nobody can tell, the mail waits and goes once more with the mark", async () => {
    const { orderId, revive, dead } = await dies();
    await Promise.all([desk.mail.sweep(), desk.mail.sweep()]);
    expect(await entry(orderId)).toMatchObject({ state: "unknown" });
    desk.advance(10 * MINUTE);
    await Promise.all([desk.mail.sweep(), desk.mail.sweep()]);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true, message_id: "ses-1" });
    revive();
    await dead;
    expect(await entry(orderId)).toMatchObject({ message_id: "ses-1" });
    expect((await types(orderId)).filter((type) => type === "mail-accepted")).toHaveLength(1);
  });

  it("may come back in time to say how it went", async () => {
    const { orderId, revive, dead } = await dies();
    await desk.mail.sweep();
    revive();
    await dead;
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false, message_id: "late" });
    desk.advance(10 * MINUTE);
    await desk.mail.sweep();
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
  });

  it("had sent it, says the road", async () => {
    const { orderId } = await dies(async () => "accepted");
    await desk.mail.sweep();
    const found = await entry(orderId);
    expect(found).toMatchObject({ state: "sent", possible_duplicate: false });
    expect(found?.message_id).toMatch(/^<[0-9a-f-]{36}@desk\.example>$/);
    expect(ses.transport.send).toHaveBeenCalledTimes(1);
  });

  it("had not sent it, says the road: it goes again without a mark", async () => {
    const { orderId } = await dies(async () => "absent");
    await desk.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "queued" });
    desk.advance(10_000);
    await desk.mail.sweep();
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false });
  });
});

it("writes one file a mail where there is no server, also when the answer of the disk is lost", async () => {
  const transport = createFileTransport(path.join(desk.folder, "mail"));
  roads = (provider) => [{ provider, transport }];
  const { orderId, mailId } = await queued();
  await Promise.all([desk.mail.deliver(mailId), desk.mail.deliver(mailId)]);
  expect(await readdir(path.join(desk.folder, "mail"))).toHaveLength(1);
  const [record] = (await desk.pool.query("select attempt_id from mails where id = $1", [mailId])).rows;
  // As if the process had died between the file and the commit.
  await desk.pool.query("update mails set state = 'sending', due_at = now(), accepted_at = null where id = $1", [
    mailId,
  ]);
  desk.clock.at = new Date(Date.now() + MINUTE);
  await desk.mail.sweep();
  expect(await entry(orderId)).toMatchObject({
    state: "written",
    transport: "file",
    message_id: `<${record.attempt_id}@desk.example>`,
  });
  expect(await readdir(path.join(desk.folder, "mail"))).toEqual([`${mailId}-${record.attempt_id}.eml`]);
});

it("reaches a real SMTP server exactly once through refusals", async () => {
  const peer = await startSmtpPeer();
  const transport = createSmtpTransport(peer.url, { connectMs: 2_000, silenceMs: 2_000, totalMs: 5_000 });
  roads = (provider) => [{ provider, transport }];
  const { orderId, mailId } = await queued();
  for (const behaviour of ["refuse-sender-for-now", "drop-at-recipient", "accept"] as const) {
    peer.behave(behaviour);
    await desk.mail.deliver(mailId);
    desk.advance(MINUTE);
  }
  expect(peer.accepted).toHaveLength(1);
  expect(await entry(orderId)).toMatchObject({ state: "sent", transport: "smtp", possible_duplicate: false });
  expect(desk.systemMoves).toEqual([{ to: "Completed", reason: null }]);
  await peer.close();
});
