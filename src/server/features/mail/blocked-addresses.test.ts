import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { AMBIGUOUS, openReportFixture, type ReportFixture } from "#test/support/provider-reports.ts";

const MINUTE = 60_000;
let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await openReportFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe("a permanent bounce or a complaint", () => {
  it.each([
    ["bounced", "The mail bounced: 550 no such user"],
    ["complained", "The customer marked the mail as spam."],
  ] as const)("%s: moves the order to Contact Customer with the reason", async (type, reason) => {
    const { orderId, mailId } = await fixture.sent();
    await fixture.take(mailId, type, { detail: "550 no such user" });
    expect(await fixture.entry(orderId)).toMatchObject({ state: type, error: "550 no such user" });
    expect(await fixture.status(orderId)).toBe("Contact Customer");
    expect(fixture.systemMoves.at(-1)).toEqual({ to: "Contact Customer", reason });
    expect((await fixture.events(orderId)).slice(-2)).toMatchObject([
      { type: "address-blocked", data: { mail_id: mailId, email: "traveller@example.com", why: type } },
      { type: "moved", data: { to: "Contact Customer", reason } },
    ]);
  });

  it("doesn't move an order that a member has moved since", async () => {
    const { orderId, mailId } = await fixture.sent();
    fixture.advance(1);
    await fixture.move(orderId, "Customer Called");
    await fixture.take(mailId, "bounced");
    expect(await fixture.status(orderId)).toBe("Customer Called");
    expect(await fixture.entry(orderId)).toMatchObject({ state: "bounced" });
  });

  it("doesn't move an order whose later mail was sent", async () => {
    const { orderId, mailId } = await fixture.sent();
    const bounced = fixture.report(mailId, "bounced");
    const later = await fixture.queued(orderId, "else@example.com", "asked by telephone");
    await fixture.mail.deliver(later.mailId);
    await fixture.mail.takeReport(bounced);
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("of a notice blocks its address and moves nothing", async () => {
    const { orderId } = await fixture.queued(await fixture.addOrder(), "else@example.com", "asked by telephone");
    const notice = await fixture.entry(orderId);
    await fixture.mail.deliver(notice?.id ?? 0);
    await fixture.take(notice?.id ?? 0, "complained");
    expect(await fixture.types(orderId)).toContain("address-blocked");
    expect(fixture.systemMoves).toEqual([]);
  });

  it("that is temporary moves the order too, and blocks no address", async () => {
    const { orderId, mailId } = await fixture.sent();
    await fixture.take(mailId, "bounced", { isPermanent: false, detail: "mailbox full" });
    expect(await fixture.entry(orderId)).toMatchObject({ state: "bounced", error: "mailbox full" });
    expect(await fixture.status(orderId)).toBe("Contact Customer");
    expect(fixture.systemMoves.at(-1)?.reason).toBe("The mail bounced temporarily: mailbox full");
    expect(await fixture.types(orderId)).not.toContain("address-blocked");
  });
});

describe("a blocked address", () => {
  async function blocked() {
    const { orderId, mailId } = await fixture.sent();
    await fixture.take(mailId, "bounced");
    fixture.advance(2 * MINUTE);
    return orderId;
  }
  const refusedAtEmail = (message: string) => ({
    code: "rule_violation",
    message,
    errors: [{ path: "email", message }],
  });

  it("is refused at upload and resend, on every order, before anything is stored", async () => {
    const orderId = await blocked();
    const other = await fixture.addOrder();
    const before = await fixture.traces();
    for (const id of [orderId, other]) {
      await expect(fixture.queued(id, "TRAVELLER@example.com")).rejects.toMatchObject(
        refusedAtEmail(MAIL_MESSAGES.addressBounced),
      );
    }
    const resend = { orderId, email: "Traveller@Example.com", mailServiceProvider: undefined, reason: null };
    await expect(fixture.mail.resend(fixture.actor, resend)).rejects.toMatchObject(
      refusedAtEmail(MAIL_MESSAGES.addressBounced),
    );
    expect(await fixture.traces()).toEqual(before);
  });

  it("gets no notice that the document was sent elsewhere", async () => {
    const orderId = await blocked();
    const before = (await fixture.mail.listMails(fixture.db, orderId)).length;
    await fixture.queued(orderId, "new@example.com", "the first one bounced");
    const mails = await fixture.mail.listMails(fixture.db, orderId);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]).toMatchObject({ kind: "document", email: "new@example.com" });
  });

  it("fails a queued mail with the reason; nothing is sent", async () => {
    const first = await fixture.sent();
    const second = await fixture.queued(await fixture.addOrder());
    await fixture.mail.takeReport({
      ...fixture.report(first.mailId, "complained"),
      attemptId: fixture.attempts[0] ?? null,
    });
    await fixture.mail.deliver(second.mailId);
    expect(fixture.attempts).toHaveLength(1);
    expect(await fixture.entry(second.orderId)).toMatchObject({
      state: "failed",
      error: MAIL_MESSAGES.addressComplained,
    });
    expect(await fixture.status(second.orderId)).toBe("Contact Customer");
  });

  it("fails an unclear mail without a resend and without the duplicate mark", async () => {
    const first = await fixture.sent();
    const bounce = fixture.report(first.mailId, "bounced");
    const second = await fixture.queued(await fixture.addOrder());
    fixture.outcomes.push(AMBIGUOUS);
    await fixture.mail.deliver(second.mailId);
    await fixture.mail.takeReport(bounce);
    fixture.advance(10 * MINUTE);
    await fixture.mail.deliver(second.mailId);
    expect(fixture.attempts).toHaveLength(2);
    expect(await fixture.entry(second.orderId)).toMatchObject({
      state: "failed",
      error: MAIL_MESSAGES.addressBounced,
      possible_duplicate: false,
    });
  });

  it("can be mailed again once a member lifts the block, with the reason in the timeline", async () => {
    const orderId = await blocked();
    const request = { orderId, email: "Traveller@example.com", reason: "the box was emptied" };
    expect(await fixture.mail.unblock(fixture.actor, request)).toEqual({ email: "Traveller@example.com" });
    expect((await fixture.events(orderId)).at(-1)).toEqual({
      type: "address-unblocked",
      actorId: fixture.actor.id,
      data: { email: "Traveller@example.com", reason: "the box was emptied" },
    });
    const { mailId } = await fixture.queued(orderId);
    await fixture.mail.deliver(mailId);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent" });
    await expect(fixture.mail.unblock(fixture.actor, request)).rejects.toMatchObject(
      refusedAtEmail(MAIL_MESSAGES.addressNotBlocked),
    );
  });

  it("is not blocked by a report older than the lifting, and is blocked by a newer one", async () => {
    const { orderId, mailId } = await fixture.sent();
    const late = fixture.report(mailId, "bounced", { at: new Date(fixture.clock.at) });
    await fixture.take(mailId, "bounced");
    fixture.advance(MINUTE);
    await fixture.mail.unblock(fixture.actor, { orderId, email: "traveller@example.com", reason: "asked" });
    expect(await fixture.mail.takeReport(late)).toBe("stored");
    const next = await fixture.queued(orderId);
    await fixture.mail.deliver(next.mailId);
    await fixture.take(next.mailId, "bounced");
    await expect(fixture.queued(orderId)).rejects.toMatchObject(refusedAtEmail(MAIL_MESSAGES.addressBounced));
  });

  it("is unblocked by one of two concurrent members, and only on an order that has the address", async () => {
    const orderId = await blocked();
    const request = { orderId, email: "traveller@example.com", reason: "asked" };
    const stranger = await fixture.addOrder({ email: "else@example.com", emailKey: "else@example.com" });
    await expect(fixture.mail.unblock(fixture.actor, { ...request, orderId: stranger })).rejects.toMatchObject(
      refusedAtEmail(MAIL_MESSAGES.addressNotOfOrder),
    );
    await expect(fixture.mail.unblock(fixture.actor, { ...request, orderId: 999_999_999 })).rejects.toMatchObject({
      code: "not_found",
    });
    const answers = await Promise.allSettled([1, 2].map(() => fixture.mail.unblock(fixture.actor, request)));
    expect(answers.map((each) => each.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
