import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AMBIGUOUS, HOPELESS, openReportFixture, REFUSED, type ReportFixture } from "#test/support/provider-reports.ts";
import type { ProviderReport } from "./mail.service.ts";

const MINUTE = 60_000;
let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await openReportFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe("a report on a mail that was sent", () => {
  it("is stored, recorded in the timeline and shown with its detail and time", async () => {
    const { orderId, mailId } = await fixture.sent();
    const at = new Date(fixture.clock.at.getTime() - 5_000);
    expect(await fixture.take(mailId, "delivered", { at, detail: "250 ok" })).toBe("stored");
    const mail = await fixture.entry(orderId);
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
    expect((await fixture.events(orderId)).at(-1)).toEqual({
      type: "mail-reported",
      actorId: null,
      data: { mail_id: mailId, report: "delivered", at: at.toISOString(), detail: "250 ok" },
    });
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("is stored once, even when it is delivered repeatedly and concurrently", async () => {
    const { orderId, mailId } = await fixture.sent();
    const bounce = fixture.report(mailId, "bounced");
    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.mail.takeReport(bounce)));
    expect(answers.toSorted()).toEqual(["known", "known", "known", "known", "known", "stored"]);
    expect((await fixture.entry(orderId))?.reports).toHaveLength(1);
    expect((await fixture.types(orderId)).slice(-3)).toEqual(["mail-reported", "address-blocked", "moved"]);
  });

  it("leads to the same state in whatever sequence the reports arrive", async () => {
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
        const { orderId, mailId } = await fixture.sent();
        for (const given of order)
          await fixture.take(mailId, given.type ?? "accepted", { isPermanent: false, ...given });
        expect([order.map(({ type }) => type), (await fixture.entry(orderId))?.state]).toEqual([
          order.map(({ type }) => type),
          state,
        ]);
        await fixture.pool.query("delete from suppressions");
      }
    }
  });

  it("adds one timeline event for each type, and none for what is already recorded", async () => {
    const { orderId, mailId } = await fixture.sent();
    for (const type of ["accepted", "deferred", "deferred", "deferred", "delivered"] as const)
      await fixture.take(mailId, type);
    expect((await fixture.types(orderId)).filter((type) => type === "mail-reported")).toHaveLength(2);
    expect((await fixture.entry(orderId))?.reports).toHaveLength(5);
  });

  it.each([
    ["no such mail", { mailId: 2_000_000_000 }],
    [
      "an attempt of another installation's mail with the same id",
      { attemptId: randomUUID(), recipients: ["other@example.com"] },
    ],
    ["a try that this mail never had", { attemptId: randomUUID() }],
    ["nothing that names a mail or an address", { mailId: null, attemptId: null, recipients: [] }],
    ["another address alone", { mailId: null, attemptId: null, recipients: ["other@example.com"] }],
    ["the address a week later", { mailId: null, attemptId: null, at: new Date(Date.now() + 8 * 86_400_000) }],
    ["an unknown message", { mailId: null, attemptId: null, messageId: "unknown" }],
  ])("that speaks of %s changes nothing", async (_what, given) => {
    const { orderId, mailId } = await fixture.sent();
    const before = [await fixture.entry(orderId), await fixture.types(orderId)];
    expect(await fixture.take(mailId, "bounced", given)).toBe("foreign");
    expect([await fixture.entry(orderId), await fixture.types(orderId)]).toEqual(before);
  });

  it("finds its mail by message id or attempt id alone, as older formats have it", async () => {
    for (const name of ["messageId", "attemptId"] as const) {
      const { orderId, mailId } = await fixture.sent();
      const attemptId = fixture.attempts.at(-1) ?? "";
      const names = { attemptId: null, messageId: null, mailId: null };
      const value = name === "messageId" ? `message-${attemptId}` : attemptId;
      expect(await fixture.take(mailId, "delivered", { ...names, [name]: value })).toBe("stored");
      expect(await fixture.entry(orderId)).toMatchObject({ state: "delivered" });
    }
  });
});

describe("a report on a member's message", () => {
  it.each([
    ["bounced", "Awaiting", "Contact Customer"],
    ["rejected", "Awaiting", "Contact Customer"],
    ["complained", "Awaiting", "Awaiting"],
    ["bounced", "New", "New"],
    ["bounced", "Completed", "Completed"],
  ] as const)("that says %s leads from %s to %s", async (type, status, landed) => {
    const { orderId, mailId } = await fixture.sent();
    await fixture.pool.query("update mails set kind = 'message' where id = $1", [mailId]);
    // The message was queued after the moves of the order.
    await fixture.pool.query("update orders set status = $2 where id = $1", [orderId, status]);
    expect(await fixture.take(mailId, type)).toBe("stored");
    expect(await fixture.status(orderId)).toBe(landed);
    const { rows } = await fixture.pool.query("delete from suppressions returning reason");
    expect(rows).toEqual(type === "rejected" ? [] : [{ reason: type }]);
  });

  it("moves nothing once a later message was sent", async () => {
    const { orderId, mailId } = await fixture.sent();
    await fixture.pool.query("update mails set kind = 'message' where id = $1", [mailId]);
    await fixture.pool.query("update orders set status = 'Awaiting' where id = $1", [orderId]);
    await fixture.pool.query(
      `insert into mails (order_id, kind, created_at, customer_name, from_address, to_address, subject, html, text,
         provider, state)
       select order_id, kind, created_at, '', '', '', '', '', '', provider, 'sent' from mails where id = $1`,
      [mailId],
    );
    expect(await fixture.take(mailId, "bounced", { isPermanent: false })).toBe("stored");
    expect(await fixture.status(orderId)).toBe("Awaiting");
  });
});

describe("a report that arrives before the outbox has settled", () => {
  it("settles a mail while it is being sent; the transport's own answer then changes nothing", async () => {
    const { orderId, mailId } = await fixture.queued(await fixture.addOrder());
    fixture.outcomes.push(async () => void (await fixture.take(mailId, "delivered", { messageId: "from the report" })));
    await fixture.mail.deliver(mailId);
    expect(await fixture.entry(orderId)).toMatchObject({
      state: "delivered",
      transport: "ses",
      message_id: "from the report",
      possible_duplicate: false,
    });
    expect((await fixture.types(orderId)).slice(2)).toEqual(["mail-accepted", "moved", "mail-reported"]);
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("settles a mail whose attempt was unclear; it is not sent again", async () => {
    const { orderId, mailId } = await fixture.queued(await fixture.addOrder());
    fixture.outcomes.push(AMBIGUOUS);
    await fixture.mail.deliver(mailId);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "unknown" });
    await fixture.take(mailId, "accepted");
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false });
    fixture.advance(60 * MINUTE);
    await fixture.mail.sweep();
    expect(fixture.attempts).toHaveLength(1);
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("ends the retries of a mail that was accepted despite a refusal", async () => {
    const { orderId, mailId } = await fixture.queued(await fixture.addOrder());
    fixture.outcomes.push(REFUSED);
    await fixture.mail.deliver(mailId);
    await fixture.take(mailId, "delivered");
    fixture.advance(60 * MINUTE);
    await fixture.mail.sweep();
    expect(fixture.attempts).toHaveLength(1);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "delivered", error: null });
  });

  it("corrects a mail that had failed for good, and its order", async () => {
    const { orderId, mailId } = await fixture.queued(await fixture.addOrder());
    fixture.outcomes.push(HOPELESS);
    await fixture.mail.deliver(mailId);
    expect(await fixture.status(orderId)).toBe("Contact Customer");
    await fixture.take(mailId, "delivered");
    expect(await fixture.entry(orderId)).toMatchObject({ state: "delivered", error: null });
    expect(await fixture.status(orderId)).toBe("Completed");
  });
});

describe("a report on an earlier attempt", () => {
  /** A mail that was sent again after an unclear attempt. */
  async function sentTwice(second: ReportFixture["outcomes"][number]) {
    const { orderId, mailId } = await fixture.queued(await fixture.addOrder());
    fixture.outcomes.push(AMBIGUOUS, second);
    await fixture.mail.deliver(mailId);
    fixture.advance(10 * MINUTE);
    await fixture.mail.deliver(mailId);
    expect(fixture.attempts).toHaveLength(2);
    return { orderId, mailId, first: { attemptId: fixture.attempts[0] ?? "" } };
  }

  it("is stored and shown, and doesn't change the state of the newer attempt", async () => {
    const { orderId, mailId, first } = await sentTwice("accept");
    await fixture.take(mailId, "rejected", { ...first, detail: "refused" });
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
    await fixture.take(mailId, "delivered");
    await fixture.take(mailId, "bounced", { ...first, isPermanent: false });
    const mail = await fixture.entry(orderId);
    expect(mail).toMatchObject({ state: "delivered", error: null });
    expect(mail?.reports.map((each) => [each.type, each.is_earlier_try])).toEqual([
      ["rejected", true],
      ["delivered", false],
      ["bounced", true],
    ]);
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("still blocks an address that bounced permanently, and moves no order", async () => {
    const { orderId, mailId, first } = await sentTwice("accept");
    await fixture.take(mailId, "bounced", first);
    expect((await fixture.types(orderId)).slice(-2)).toEqual(["mail-reported", "address-blocked"]);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent" });
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("settles a mail whose second attempt is unclear too", async () => {
    const { orderId, mailId, first } = await sentTwice(AMBIGUOUS);
    expect(await fixture.status(orderId)).toBe("Contact Customer");
    await fixture.take(mailId, "delivered", first);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "delivered", possible_duplicate: true });
    expect(await fixture.status(orderId)).toBe("Completed");
  });

  it("ends the retries of a mail whose second attempt was refused: there is no third one", async () => {
    const { orderId, mailId, first } = await sentTwice(REFUSED);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "queued" });
    await fixture.take(mailId, "accepted", first);
    fixture.advance(60 * MINUTE);
    await fixture.mail.sweep();
    expect(fixture.attempts).toHaveLength(2);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: true });
  });
});
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
