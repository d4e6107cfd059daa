import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MailEventType } from "#contract/mail.ts";
import { MESSAGES } from "#contract/messages.ts";
import { type MailRoutes, SendError, type SendVerdict } from "#server/platform/mail/mail-transport.ts";
import { type Desk, openDesk } from "#test/support/document-desk.ts";
import type { ProviderReport } from "./mail.service.ts";

const MINUTE = 60_000;
/** One pixel: a document that is taken at once, where a PDF would be read first. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const refused: SendVerdict = { verdict: "definite", retry: true };
const hopeless: SendVerdict = { verdict: "definite", retry: false };
const ambiguous: SendVerdict = { verdict: "ambiguous" };

let desk: Desk;
/** The tries that the road was given, and what it makes of the next ones. */
let tries: string[] = [];
let outcomes: (SendVerdict | "accept" | (() => Promise<void>))[] = [];
const roads: MailRoutes = (provider) => [
  {
    provider,
    transport: {
      name: provider === "AWS" ? "ses" : "sendgrid",
      send: async ({ attemptId }) => {
        tries.push(attemptId);
        const outcome = outcomes.shift() ?? "accept";
        if (typeof outcome === "function") await outcome();
        else if (outcome !== "accept") throw new SendError("no answer", outcome);
        return { messageId: `message-${attemptId}` };
      },
    },
  },
];

beforeAll(async () => {
  desk = await openDesk({ routes: roads });
});
afterAll(() => desk.close());
beforeEach(async () => {
  tries = [];
  outcomes = [];
  desk.systemMoves.length = 0;
  await desk.pool.query("delete from suppressions");
});

async function queued(orderId: number, email = "traveller@example.com", reason: string | null = null) {
  const { mail } = await desk.documents.upload(desk.actor, async () => ({
    fields: { orderId, email, mailServiceProvider: "AWS", reason },
    file: { content: PIXEL, sha256: Buffer.alloc(32), originalName: "card.png" },
  }));
  return { orderId, mailId: mail.id };
}
async function sent() {
  const found = await queued(await desk.addOrder());
  await desk.mail.deliver(found.mailId);
  return found;
}

/** A report on the newest try of a mail. */
function report(mailId: number, type: MailEventType, given: Partial<ProviderReport> = {}): ProviderReport {
  return {
    provider: "AWS",
    eventKey: randomUUID(),
    mailId,
    attemptId: tries.at(-1) ?? null,
    messageId: null,
    type,
    at: desk.clock.at,
    recipients: ["traveller@example.com"],
    isPermanent: type === "bounced",
    detail: null,
    ...given,
  };
}
const take = (mailId: number, type: MailEventType, given: Partial<ProviderReport> = {}) =>
  desk.mail.takeReport(report(mailId, type, given));
const entry = async (orderId: number) => (await desk.mail.listMails(desk.db, orderId))[0];
const types = async (orderId: number) => (await desk.events(orderId)).map(({ type }) => type);
const status = async (orderId: number) => (await desk.order(orderId))?.status;

describe("a report on a mail that was sent", () => {
  it("is stored, told in the history and shown with its words and its time", async () => {
    const { orderId, mailId } = await sent();
    const at = new Date(desk.clock.at.getTime() - 5_000);
    expect(await take(mailId, "delivered", { at, detail: "250 ok" })).toBe("stored");
    const mail = await entry(orderId);
    expect(mail).toMatchObject({ state: "delivered", error: null });
    expect(mail?.reports).toEqual([
      {
        id: expect.any(Number),
        type: "delivered",
        at: at.toISOString(),
        is_permanent: false,
        is_earlier_try: false,
        detail: "250 ok",
      },
    ]);
    expect((await desk.events(orderId)).at(-1)).toEqual({
      type: "mail-reported",
      actorId: null,
      data: { mail_id: mailId, report: "delivered", at: at.toISOString(), detail: "250 ok" },
    });
    expect(await status(orderId)).toBe("Completed");
  });

  it("is stored once, however often it comes and from how many sides at once", async () => {
    const { orderId, mailId } = await sent();
    const bounce = report(mailId, "bounced");
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.mail.takeReport(bounce)));
    expect(answers.toSorted()).toEqual(["known", "known", "known", "known", "known", "stored"]);
    expect((await entry(orderId))?.reports).toHaveLength(1);
    expect((await types(orderId)).slice(-3)).toEqual(["mail-reported", "address-blocked", "moved"]);
  });

  it("leads to the same state in whatever order the reports come", async () => {
    const cases: [Partial<ProviderReport>[], string][] = [
      [[{ type: "accepted" }, { type: "deferred" }, { type: "delivered" }], "delivered"],
      [[{ type: "delivered" }, { type: "bounced", isPermanent: true }], "bounced"],
      [[{ type: "bounced", isPermanent: false }, { type: "delivered" }], "delivered"],
      [[{ type: "bounced", isPermanent: false }, { type: "deferred" }], "bounced"],
      [[{ type: "delivered" }, { type: "complained" }, { type: "accepted" }], "complained"],
      [[{ type: "accepted" }, { type: "rejected" }], "failed"],
    ];
    for (const [reports, state] of cases) {
      for (const order of permutations(reports)) {
        const { orderId, mailId } = await sent();
        for (const given of order) await take(mailId, given.type ?? "accepted", { isPermanent: false, ...given });
        expect([order.map(({ type }) => type), (await entry(orderId))?.state]).toEqual([
          order.map(({ type }) => type),
          state,
        ]);
        await desk.pool.query("delete from suppressions");
      }
    }
  });

  it("tells the history of each kind once, and never what stands there already", async () => {
    const { orderId, mailId } = await sent();
    for (const type of ["accepted", "deferred", "deferred", "deferred", "delivered"] as const) await take(mailId, type);
    expect((await types(orderId)).filter((type) => type === "mail-reported")).toHaveLength(2);
    expect((await entry(orderId))?.reports).toHaveLength(5);
  });

  it.each([
    ["no such mail", { mailId: 2_000_000_000 }],
    [
      "a try of somebody else's mail of the same number",
      { attemptId: randomUUID(), recipients: ["other@example.com"] },
    ],
    ["a try that this mail never had", { attemptId: randomUUID() }],
    ["nothing that names a mail", { mailId: null, attemptId: null }],
    ["a message nobody knows", { mailId: null, attemptId: null, messageId: "unknown" }],
  ])("that speaks of %s changes nothing", async (_what, given) => {
    const { orderId, mailId } = await sent();
    const before = [await entry(orderId), await types(orderId)];
    expect(await take(mailId, "bounced", given)).toBe("foreign");
    expect([await entry(orderId), await types(orderId)]).toEqual(before);
  });

  it("finds its mail by the message or the try alone, as older formats name it", async () => {
    for (const name of ["messageId", "attemptId"] as const) {
      const { orderId, mailId } = await sent();
      const attemptId = tries.at(-1) ?? "";
      const names = { attemptId: null, messageId: null, mailId: null };
      const value = name === "messageId" ? `message-${attemptId}` : attemptId;
      expect(await take(mailId, "delivered", { ...names, [name]: value })).toBe("stored");
      expect(await entry(orderId)).toMatchObject({ state: "delivered" });
    }
  });
});

describe("a report that is faster than the outbox", () => {
  it("settles a mail while it is being sent, and the road's own answer then changes nothing", async () => {
    const { orderId, mailId } = await queued(await desk.addOrder());
    outcomes = [async () => void (await take(mailId, "delivered", { messageId: "from the report" }))];
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({
      state: "delivered",
      transport: "ses",
      message_id: "from the report",
      possible_duplicate: false,
    });
    expect((await types(orderId)).slice(2)).toEqual(["mail-accepted", "moved", "mail-reported"]);
    expect(await status(orderId)).toBe("Completed");
  });

  it("settles a mail whose try was unclear, which is then not sent again", async () => {
    const { orderId, mailId } = await queued(await desk.addOrder());
    outcomes = [ambiguous];
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "unknown" });
    await take(mailId, "accepted");
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false });
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(tries).toHaveLength(1);
    expect(await status(orderId)).toBe("Completed");
  });

  it("stops the pauses of a mail whose refusal was none", async () => {
    const { orderId, mailId } = await queued(await desk.addOrder());
    outcomes = [refused];
    await desk.mail.deliver(mailId);
    await take(mailId, "delivered");
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(tries).toHaveLength(1);
    expect(await entry(orderId)).toMatchObject({ state: "delivered", error: null });
  });

  it("takes a mail back that was given up, and the order with it", async () => {
    const { orderId, mailId } = await queued(await desk.addOrder());
    outcomes = [hopeless];
    await desk.mail.deliver(mailId);
    expect(await status(orderId)).toBe("Contact Customer");
    await take(mailId, "delivered");
    expect(await entry(orderId)).toMatchObject({ state: "delivered", error: null });
    expect(await status(orderId)).toBe("Completed");
  });
});

describe("a report on an earlier try", () => {
  /** A mail that was sent again after an unclear try. */
  async function sentTwice(second: (typeof outcomes)[number]) {
    const { orderId, mailId } = await queued(await desk.addOrder());
    outcomes = [ambiguous, second];
    await desk.mail.deliver(mailId);
    desk.advance(10 * MINUTE);
    await desk.mail.deliver(mailId);
    expect(tries).toHaveLength(2);
    return { orderId, mailId, first: { attemptId: tries[0] ?? "" } };
  }

  it("is kept and shown, and does not touch the state of the newer one", async () => {
    const { orderId, mailId, first } = await sentTwice("accept");
    await take(mailId, "rejected", { ...first, detail: "refused" });
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
    await take(mailId, "delivered");
    await take(mailId, "bounced", { ...first, isPermanent: false });
    const mail = await entry(orderId);
    expect(mail).toMatchObject({ state: "delivered", error: null });
    expect(mail?.reports.map((each) => [each.type, each.is_earlier_try])).toEqual([
      ["rejected", true],
      ["delivered", false],
      ["bounced", true],
    ]);
    expect(await status(orderId)).toBe("Completed");
  });

  it("blocks the address that bounced for good all the same, and moves no order", async () => {
    const { orderId, mailId, first } = await sentTwice("accept");
    await take(mailId, "bounced", first);
    expect((await types(orderId)).slice(-2)).toEqual(["mail-reported", "address-blocked"]);
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
    expect(await status(orderId)).toBe("Completed");
  });

  it("ends the waiting of a mail whose second try is unclear too", async () => {
    const { orderId, mailId, first } = await sentTwice(ambiguous);
    expect(await status(orderId)).toBe("Contact Customer");
    await take(mailId, "delivered", first);
    expect(await entry(orderId)).toMatchObject({ state: "delivered", possible_duplicate: true });
    expect(await status(orderId)).toBe("Completed");
  });

  it("ends the pauses of a mail whose second try was refused: no third one leaves", async () => {
    const { orderId, mailId, first } = await sentTwice(refused);
    expect(await entry(orderId)).toMatchObject({ state: "queued" });
    await take(mailId, "accepted", first);
    desk.advance(60 * MINUTE);
    await desk.mail.sweep();
    expect(tries).toHaveLength(2);
    expect(await entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
  });
});

describe("a bounce for good and a complaint", () => {
  it.each([
    ["bounced", "The mail bounced: 550 no such user"],
    ["complained", "The customer marked the mail as spam."],
  ] as const)("%s: the order waits for a person, with the reason", async (type, reason) => {
    const { orderId, mailId } = await sent();
    await take(mailId, type, { detail: "550 no such user" });
    expect(await entry(orderId)).toMatchObject({ state: type, error: "550 no such user" });
    expect(await status(orderId)).toBe("Contact Customer");
    expect(desk.systemMoves.at(-1)).toEqual({ to: "Contact Customer", reason });
    expect((await desk.events(orderId)).slice(-2)).toMatchObject([
      { type: "address-blocked", data: { mail_id: mailId, email: "traveller@example.com", why: type } },
      { type: "moved", data: { to: "Contact Customer", reason } },
    ]);
  });

  it("leave an order alone that a person has moved since", async () => {
    const { orderId, mailId } = await sent();
    desk.advance(1);
    await desk.move(orderId, "Customer Called");
    await take(mailId, "bounced");
    expect(await status(orderId)).toBe("Customer Called");
    expect(await entry(orderId)).toMatchObject({ state: "bounced" });
  });

  it("leave an order alone that a later mail has reached", async () => {
    const { orderId, mailId } = await sent();
    const bounced = report(mailId, "bounced");
    const later = await queued(orderId, "else@example.com", "asked by telephone");
    await desk.mail.deliver(later.mailId);
    await desk.mail.takeReport(bounced);
    expect(await status(orderId)).toBe("Completed");
  });

  it("of a notice block its address and move nothing", async () => {
    const { orderId } = await queued(await desk.addOrder(), "else@example.com", "asked by telephone");
    const notice = await entry(orderId);
    await desk.mail.deliver(notice?.id ?? 0);
    await take(notice?.id ?? 0, "complained");
    expect(await types(orderId)).toContain("address-blocked");
    expect(desk.systemMoves).toEqual([]);
  });

  it("that may pass by itself is for a person too, and blocks no address", async () => {
    const { orderId, mailId } = await sent();
    await take(mailId, "bounced", { isPermanent: false, detail: "mailbox full" });
    expect(await entry(orderId)).toMatchObject({ state: "bounced", error: "mailbox full" });
    expect(await status(orderId)).toBe("Contact Customer");
    expect(desk.systemMoves.at(-1)?.reason).toBe("The mail bounced for now: mailbox full");
    expect(await types(orderId)).not.toContain("address-blocked");
  });
});

describe("a blocked address", () => {
  async function blocked() {
    const { orderId, mailId } = await sent();
    await take(mailId, "bounced");
    desk.advance(2 * MINUTE);
    return orderId;
  }
  const refusedAtEmail = (message: string) => ({
    code: "rule_violation",
    message,
    errors: [{ path: "email", message }],
  });

  it("is refused at upload and resend, on every order, before anything is stored", async () => {
    const orderId = await blocked();
    const other = await desk.addOrder();
    const before = await desk.traces();
    for (const id of [orderId, other]) {
      await expect(queued(id, "TRAVELLER@example.com")).rejects.toMatchObject(refusedAtEmail(MESSAGES.addressBounced));
    }
    const resend = { orderId, email: "Traveller@Example.com", mailServiceProvider: undefined, reason: null };
    await expect(desk.mail.resend(desk.actor, resend)).rejects.toMatchObject(refusedAtEmail(MESSAGES.addressBounced));
    expect(await desk.traces()).toEqual(before);
  });

  it("gets no notice that the document went elsewhere", async () => {
    const orderId = await blocked();
    const before = (await desk.mail.listMails(desk.db, orderId)).length;
    await queued(orderId, "new@example.com", "the first one bounced");
    const mails = await desk.mail.listMails(desk.db, orderId);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]).toMatchObject({ kind: "document", email: "new@example.com" });
  });

  it("stops a mail that waits already, with the reason, and nothing is sent", async () => {
    const first = await sent();
    const second = await queued(await desk.addOrder());
    await desk.mail.takeReport({ ...report(first.mailId, "complained"), attemptId: tries[0] ?? null });
    await desk.mail.deliver(second.mailId);
    expect(tries).toHaveLength(1);
    expect(await entry(second.orderId)).toMatchObject({ state: "failed", error: MESSAGES.addressComplained });
    expect(await status(second.orderId)).toBe("Contact Customer");
  });

  it("ends the waiting of an unclear mail without a second try and without the mark of one", async () => {
    const first = await sent();
    const bounce = report(first.mailId, "bounced");
    const second = await queued(await desk.addOrder());
    outcomes = [ambiguous];
    await desk.mail.deliver(second.mailId);
    await desk.mail.takeReport(bounce);
    desk.advance(10 * MINUTE);
    await desk.mail.deliver(second.mailId);
    expect(tries).toHaveLength(2);
    expect(await entry(second.orderId)).toMatchObject({
      state: "failed",
      error: MESSAGES.addressBounced,
      possible_duplicate: false,
    });
  });

  it("is free again once a member lifts the block, with the reason in the history", async () => {
    const orderId = await blocked();
    const request = { orderId, email: "Traveller@example.com", reason: "the box was emptied" };
    expect(await desk.mail.unblock(desk.actor, request)).toEqual({ email: "Traveller@example.com" });
    expect((await desk.events(orderId)).at(-1)).toEqual({
      type: "address-unblocked",
      actorId: desk.actor.id,
      data: { email: "Traveller@example.com", reason: "the box was emptied" },
    });
    const { mailId } = await queued(orderId);
    await desk.mail.deliver(mailId);
    expect(await entry(orderId)).toMatchObject({ state: "sent" });
    await expect(desk.mail.unblock(desk.actor, request)).rejects.toMatchObject(
      refusedAtEmail(MESSAGES.addressNotBlocked),
    );
  });

  it("stays free from a report that is older than the lifting, and is blocked by a newer one", async () => {
    const { orderId, mailId } = await sent();
    const late = report(mailId, "bounced", { at: new Date(desk.clock.at) });
    await take(mailId, "bounced");
    desk.advance(MINUTE);
    await desk.mail.unblock(desk.actor, { orderId, email: "traveller@example.com", reason: "asked" });
    expect(await desk.mail.takeReport(late)).toBe("stored");
    const next = await queued(orderId);
    await desk.mail.deliver(next.mailId);
    await take(next.mailId, "bounced");
    await expect(queued(orderId)).rejects.toMatchObject(refusedAtEmail(MESSAGES.addressBounced));
  });

  it("is lifted by one of two members who try at once, and only on an order that knows the address", async () => {
    const orderId = await blocked();
    const request = { orderId, email: "traveller@example.com", reason: "asked" };
    const stranger = await desk.addOrder({ email: "else@example.com", emailKey: "else@example.com" });
    await expect(desk.mail.unblock(desk.actor, { ...request, orderId: stranger })).rejects.toMatchObject(
      refusedAtEmail(MESSAGES.addressNotOfOrder),
    );
    await expect(desk.mail.unblock(desk.actor, { ...request, orderId: 999_999_999 })).rejects.toMatchObject({
      code: "not_found",
    });
    const answers = await Promise.allSettled([1, 2].map(() => desk.mail.unblock(desk.actor, request)));
    expect(answers.map((each) => each.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
