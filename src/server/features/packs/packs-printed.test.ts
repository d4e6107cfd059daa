import { afterAll, beforeAll, expect, it } from "vitest";
import { PACK_TYPES } from "#contract/packs/packs.ts";
import { createPdfInspector } from "#server/platform/pdf/inspect-pdf.ts";
import { addContact, addDownload, clearOrder, openDispute } from "#test/support/evidence-order.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { PACK_LIMITS } from "./pack-limits.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startTestProgram({
    environment: { COMPANY_NAME: "Arrival Card Ltd", COMPANY_ADDRESS: "1 High Street, London" },
  });
});
afterAll(() => program.stop());

it.each(PACK_TYPES)("the program returns pack %i as a plain PDF within its limits @1-010", async (type) => {
  const { orderId, documentId } = await clearOrder(program, { full_name: "நிமல் නිමල් 王小明 محمد Perera" });
  for (let count = 0; count < 40; count += 1) {
    const createdAt = new Date(Date.parse("2026-02-23T07:00:00Z") + count * 3_600_000);
    const completedAt = new Date(createdAt.getTime() + 5000);
    await addDownload(program, orderId, documentId, { createdAt, completedAt, ip: `2402:4000:0:1::${count}` });
  }
  await addContact(program, orderId, "Asked on WhatsApp how to open the file; was told.");
  await openDispute(program, orderId);
  const response = await fetch(`${program.address}/api/admin/get-defence-pack-pdf`, {
    method: "POST",
    headers: { authorization: await program.signIn("Team"), "content-type": "application/json" },
    body: JSON.stringify({ orderId, defencePackType: type }),
  });
  const content = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { rows } = await program.database.pool.query<{ pages: number; bytes: number }>(
    "select pages, bytes from defence_packs where order_id = $1",
    [orderId],
  );
  const [stored] = rows;
  expect(stored?.bytes).toBe(content.length);
  expect(await createPdfInspector()(content)).toMatchObject({ kind: "plain", pages: stored?.pages });
  expect(stored?.pages).toBeLessThanOrEqual(PACK_LIMITS[type].pages);
  expect(content.length).toBeLessThanOrEqual(PACK_LIMITS[type].bytes);
});
