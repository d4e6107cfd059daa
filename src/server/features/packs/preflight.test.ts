import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import type { PreflightCode } from "#contract/packs/packs.ts";
import { can, ROLES, type Role } from "#contract/roles.ts";
import { addDocument, addMail, clearOrder, openDispute, PURCHASE } from "#test/support/evidence-order.ts";
import { orderIn } from "#test/support/orders.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";

let program: PackProgram;

beforeAll(async () => {
  program = await startPackProgram("Team", {
    TERMS_VERSION: "2026-01",
    TERMS_TEXT: "The fee is for our service.",
    REFUND_POLICY_VERSION: "2026-01",
    REFUND_POLICY_TEXT: "Refunds before the filing.",
  });
});
afterAll(() => program.stop());
beforeEach(() => {
  program.printed.length = 0;
});

/** Visa's rule, which asks for earlier payments, does not apply to it. */
const MASTERCARD = { card_brand: "Mastercard" };

const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

type Spoil = (orderId: number) => Promise<unknown>;
const withoutMails: Spoil = async (orderId) => {
  await program.db.execute(
    sql`delete from mail_events e using mails m where m.id = e.mail_id and m.order_id = ${orderId}`,
  );
  await program.db.execute(sql`delete from mails where order_id = ${orderId}`);
};
const CASES: [PreflightCode, string, Spoil][] = [
  ["transaction_missing", "no transaction id", (id) => program.set(id, { transactionId: null })],
  ["transaction_missing", "no merchant name", (id) => program.set(id, { merchantName: null })],
  [
    "delivery_mail_missing",
    "a mail that bounced",
    (id) => program.db.execute(sql`update mails set state = 'bounced' where order_id = ${id}`),
  ],
  ["delivery_mail_missing", "a mail that carried an older document", (id) => addDocument(program, id, 2)],
  [
    "download_missing",
    "downloads by programs alone",
    (id) => program.db.execute(sql`update downloads set is_automated = true where order_id = ${id}`),
  ],
  [
    "download_missing",
    "an interrupted download",
    (id) => program.db.execute(sql`update downloads set completed_at = null where order_id = ${id}`),
  ],
  [
    "mail_unconfirmed",
    "no report of the receiving server",
    (id) =>
      program.db.execute(sql`delete from mail_events e using mails m where m.id = e.mail_id and m.order_id = ${id}`),
  ],
  ["purchase_address_missing", "no purchase address", (id) => program.set(id, { purchaseIp: null })],
  ["terms_missing", "no accepted terms", (id) => program.set(id, { termsAcceptedAt: null })],
  ["terms_missing", "no version of the terms", (id) => program.set(id, { termsVersion: null })],
  ["refund_recorded", "a recorded refund", (id) => program.set(id, { refundedAt: new Date() })],
  [
    "document_differs",
    "a document with the text of another traveller",
    (id) =>
      program.db.execute(
        sql`update documents set finding = '{"verdict":"mismatch","fields":[]}'::jsonb where order_id = ${id}`,
      ),
  ],
  ["policy_text_missing", "terms whose text is not on record", (id) => program.set(id, { termsVersion: "2020-01" })],
  [
    "policy_text_missing",
    "a refund policy whose text is not on record",
    (id) => program.set(id, { refundPolicyVersion: "2020-01" }),
  ],
];
const RED: readonly PreflightCode[] = ["transaction_missing", "document_missing", "delivery_mail_missing"];

describe("the pre-flight", () => {
  it("of a complete order is clear for both packs", async () => {
    const { orderId } = await clearOrder(program, MASTERCARD);
    const clear = { level: "clear", findings: [] };
    expect((await program.detailsOf(orderId)).preflight).toEqual({ pack1: clear, pack2: clear });
  });

  it.each(CASES)("reports %s for %s, and refuses the pack if that is red @7-022", async (code, _what, spoil) => {
    const { orderId } = await clearOrder(program, MASTERCARD);
    await spoil(orderId);
    const level = RED.includes(code) ? "red" : "amber";
    const { preflight } = await program.detailsOf(orderId);
    const expected = { level, findings: [{ code, level, message: expect.stringMatching(/^[A-Z].*\.$/) }] };
    expect(preflight).toEqual({ pack1: expected, pack2: expected });
    const answer = await program.make(orderId);
    if (level === "amber") {
      expect(answer.code).toBe(200);
      return;
    }
    expect([answer.code, answer.refusal.code]).toEqual([422, "pack_blocked"]);
    const [finding] = preflight.pack1.findings;
    expect(answer.refusal.message).toContain(finding?.message);
    expect(answer.refusal.errors).toEqual([{ path: code, message: finding?.message }]);
    expect(answer.refusal.data).toEqual(preflight.pack1);
    expect(await program.rowsOf(orderId)).toEqual([]);
    expect(program.printed).toEqual([]);
  });

  it("reports document_missing and delivery_mail_missing for an order without a document", async () => {
    const orderId = await orderIn(program, { status: "Completed" }, PURCHASE);
    const codes = (await program.detailsOf(orderId)).preflight.pack1.findings.map(({ code }) => code);
    expect(codes).toEqual(["document_missing", "delivery_mail_missing", "download_missing"]);
    const { refusal } = await program.make(orderId);
    expect(refusal.errors?.map(({ path }) => path)).toEqual(["document_missing", "delivery_mail_missing"]);
  });

  it("says what each pack states against the merchant about visits", async () => {
    const { orderId } = await clearOrder(program, { ...MASTERCARD, purchase_ip: "81.2.69.142", user_agent: WINDOWS });
    const { pack1, pack2 } = (await program.detailsOf(orderId)).preflight;
    expect(pack1.findings.map(({ code }) => code)).toEqual(["visits_elsewhere"]);
    expect(pack2.findings.map(({ code }) => code)).toEqual([
      "visits_elsewhere",
      "visits_abroad",
      "visits_other_device",
    ]);
  });

  it("says for a Visa card alone that the rule for compelling evidence is not met", async () => {
    for (const [card_brand, codes] of [
      ["Visa", ["rule_not_met"]],
      [undefined, ["rule_not_met"]],
      ["American Express", []],
    ] as const) {
      const { orderId } = await clearOrder(program, { card_brand });
      const { pack1, pack2 } = (await program.detailsOf(orderId)).preflight;
      expect([pack1.findings, pack2.findings.map(({ code }) => code)]).toEqual([[], codes]);
    }
  });

  it("ignores a queued, failed or unknown mail, and prefers a resend to the order's own address", async () => {
    const { orderId, documentId } = await clearOrder(program, MASTERCARD);
    await withoutMails(orderId);
    for (const state of ["queued", "sending", "failed", "unknown", "bounced"] as const) {
      await addMail(program, orderId, documentId, { state, acceptedAt: null });
    }
    await addMail(program, orderId, documentId, { kind: "notice" });
    expect((await program.detailsOf(orderId)).preflight.pack1.level).toBe("red");
    await addMail(program, orderId, documentId, { toAddress: "Nimal@Example.com" });
    await addMail(program, orderId, documentId, { toAddress: "agent@example.net" });
    expect((await program.detailsOf(orderId)).preflight.pack1.level).toBe("amber");
    await program.make(orderId);
    expect(program.printed[0]?.deliveryMail?.to).toBe("Nimal@Example.com");
  });

  it("reports a refund that is due", async () => {
    const { orderId } = await clearOrder(program, MASTERCARD, "Refunds");
    await openDispute(program, orderId);
    expect((await program.detailsOf(orderId)).preflight.pack1.findings.map(({ code }) => code)).toEqual([
      "refund_recorded",
    ]);
    await program.make(orderId);
    expect(program.printed[0]?.refund).toEqual({ recordedAt: null, isDue: true });
  });

  it.each(ROLES)("that is red can be overridden by a %s with a reason, if the role may", async (role: Role) => {
    const { orderId } = await clearOrder(program, MASTERCARD);
    await program.set(orderId, { merchantName: null });
    const as = await program.signIn(role);
    for (const overrideReason of [undefined, null, "", "  \n"]) {
      expect((await program.make(orderId, 1, { overrideReason }, as)).refusal.code).toBe("pack_blocked");
    }
    const answer = await program.make(orderId, 1, { overrideReason: " The bank  knows us\nby name. " }, as);
    if (!can(role, "packs:override")) {
      expect([answer.code, answer.refusal.message]).toEqual([403, PACK_MESSAGES.packOverrideForbidden]);
      expect(await program.rowsOf(orderId)).toEqual([]);
      return;
    }
    expect(answer.code).toBe(200);
    const [pack] = (await program.detailsOf(orderId)).packs;
    expect(pack?.override_reason).toBe("The bank  knows us by name.");
    const { rows } = await program.db.execute(sql`
      select p.data from order_events e join order_event_payloads p on p.event_id = e.id
      where e.order_id = ${orderId} order by e.seq desc limit 1`);
    expect(rows[0]).toMatchObject({ data: { pack_id: pack?.id, override_reason: "The bank  knows us by name." } });
    expect((await program.make(orderId, 1, { overrideReason: "x".repeat(501) }, as)).code).toBe(400);
  });

  it("that is not red needs no reason, and stores none", async () => {
    const { orderId } = await clearOrder(program, MASTERCARD);
    expect((await program.make(orderId, 1, { overrideReason: "Just in case" })).code).toBe(200);
    expect((await program.rowsOf(orderId))[0]?.overrideReason).toBeNull();
  });
});
