import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "#test/support/client.ts";
import { clearOrder } from "#test/support/evidence-order.ts";
import { recordFiling } from "#test/support/filings.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { packOneSections } from "./render/pack-one.ts";
import { packTwoSections } from "./render/pack-two.ts";

let program: PackProgram;
beforeAll(async () => {
  program = await startPackProgram("Team");
});
afterAll(() => program.stop());

it("a pack prints what was filed, with the source of each part, and no voided filing", async () => {
  const { orderId } = await clearOrder(program);
  const before = await program.factsOf(orderId);
  expect(before).not.toHaveProperty("filings");

  await program.set(orderId, { passportNumber: "N7788123" });
  const record = (reference: string, confirm: string | null, receipt?: Uint8Array) =>
    recordFiling(program.address, program.token, { orderId: String(orderId), reference, confirm }, receipt);
  const wrong = (await record("SL-wrong", null)).body.data;
  const body = { filingId: wrong.id, reason: "Wrong order" };
  await call(program.address, "POST", "/api/admin/void-filing", { token: program.token, body });
  const filed = (await record("SL-77 for N 7788123", null, plainPdf("Receipt"))).body.data;
  await record("SL-78", "already_filed");

  for (const type of [1, 2] as const) {
    const facts = await program.factsOf(orderId, type);
    expect(facts.filings).toEqual([
      {
        filedAt: "2026-03-01T09:30:00.000Z",
        reference: "SL-77 for ***123",
        by: "Team Member",
        recordedAt: filed.recorded_at,
        receiptSha256: filed.receipt?.sha256,
      },
      expect.objectContaining({ reference: "SL-78", receiptSha256: null }),
    ]);
    const sections = type === 1 ? packOneSections(facts) : packTwoSections(facts);
    const tables = sections
      .flatMap(({ blocks }) => blocks)
      .filter((block) => "title" in block && block.title === "Filed with the authority");
    expect(tables.map((table) => ("rows" in table ? table.rows : []))).toEqual([
      [
        ["Filed", expect.stringMatching(/^on 2026.* under reference SL-77 for \*\*\*123, by Team Member$/), "[T]"],
        ["Recorded", expect.any(String), "[S]"],
        ["Receipt, SHA-256", filed.receipt?.sha256, "[S]"],
      ],
      [expect.anything(), expect.anything(), ["Receipt, SHA-256", "not supplied", ""]],
    ]);
    expect(JSON.stringify(sections)).not.toContain("SL-wrong");
  }
});
