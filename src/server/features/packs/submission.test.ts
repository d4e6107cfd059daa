import { afterAll, beforeAll, expect, it } from "vitest";
import { PACK_TYPES } from "#contract/packs/packs.ts";
import type { Block } from "#server/platform/typesetting/blocks.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { addContact, clearOrder, PASSPORT } from "#test/support/evidence-order.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";
import { samplePackFacts } from "#test/support/sample-pack-facts.ts";
import { visitOrder } from "#test/support/visits.ts";
import { correctionTables } from "./render/order-sections.ts";
import { packDocument } from "./render/pack-document.ts";

let program: PackProgram;
let manager: ReturnType<typeof correctionCalls>;

beforeAll(async () => {
  program = await startPackProgram("Manager");
  manager = correctionCalls(program, program.token);
});
afterAll(() => program.stop());

const confirm = { confirm: ["document_stored"] };

it.each(PACK_TYPES)("pack %i states the order as submitted, and what was corrected later, masked", async (type) => {
  const { orderId } = await clearOrder(program);
  await addContact(program, orderId, `Had typed ${PASSPORT} instead of X99887766`);
  const before = await program.factsOf(orderId, type);
  const fields = {
    full_name: "Nimal K. Pereira",
    passport_number: "X99887766",
    date_of_birth: "1985-05-17",
    telephone_number: "7700 900456",
    processing_mode: "Priority",
  };
  expect((await manager.correct(orderId, fields, confirm)).code).toBe(200);
  const after = await program.factsOf(orderId, type);
  expect(after.order).toEqual(before.order);
  expect(after.sold).toEqual(before.sold);
  const row = (field: string, from: string, to: string) => ({
    at: expect.any(String),
    by: "Manager Member",
    field,
    from,
    to,
  });
  expect(after.corrections).toEqual([
    row("Name with Initials", "Nimal K. Perera", "Nimal K. Pereira"),
    row("Passport No.", "ending in 123", "ending in 766"),
    row("Date of Birth", "in 1984", "in 1985"),
    row("Telephone", "ending in 0123", "ending in 0456"),
    row("Processing Mode", "Standard", "Priority"),
  ]);
  const printed = JSON.stringify(after);
  for (const number of [PASSPORT, "X99887766"]) expect(printed).not.toContain(number);
});

it("says which corrections the customer asked for on the tracking page, with the values that were asked for", async () => {
  const { orderId } = await clearOrder(program);
  const { email } = await manager.details(orderId);
  const visitor = await visitOrder(program, orderId, email ?? "");
  await visitor.post("request-correction", { fields: { date_of_birth: "1985-05-17", flight_number: "EK 1" } });
  const { correction_requests } = await manager.details(orderId);
  const fields = { date_of_birth: "1985-05-17", flight_number: "EK 2", sex: "F" };
  const requestId = correction_requests[0]?.id;
  expect((await manager.correct(orderId, fields, { ...confirm, requestId })).code).toBe(200);
  const facts = await program.factsOf(orderId);
  expect(facts.corrections?.map(({ field, askedAt }) => [field, askedAt])).toEqual([
    ["Sex", undefined],
    ["Date of Birth", correction_requests[0]?.at],
    ["Flight No./Ship Name", undefined],
  ]);
  const [table] = correctionTables(facts) as Extract<Block, { kind: "table" }>[];
  expect(table?.rows[1]?.[4]).toMatch(/^Manager Member; the customer asked for it on .* UTC .* \[S\]$/);
});

it("an order without corrections has the facts it always had, so that its pack is recognised", async () => {
  const { orderId } = await clearOrder(program);
  expect(await program.factsOf(orderId)).not.toHaveProperty("corrections");
  const again = await program.make(orderId, 1, { overrideReason: "A test" });
  expect(again.code).toBe(200);
  expect(await program.rowsOf(orderId)).toHaveLength(1);
});

it("a pack made before a correction opens byte for byte as it was made", async () => {
  const { orderId } = await clearOrder(program);
  const made = await program.make(orderId, 1, { overrideReason: "A test" });
  const [pack] = await program.rowsOf(orderId);
  expect((await manager.correct(orderId, { full_name: "Other Name" }, confirm)).code).toBe(200);
  const opened = await program.send(`defence-packs/${pack?.id}`);
  expect(opened.code).toBe(200);
  expect(opened.content.equals(made.content)).toBe(true);
  const newer = await program.make(orderId, 1, { overrideReason: "A test" });
  expect(newer.content.equals(made.content)).toBe(false);
});

it("prints a table of the corrections with the grade T, and none without corrections", () => {
  expect(correctionTables(samplePackFacts(1))).toEqual([]);
  const corrections = [{ at: "2026-03-01T09:05:00.000Z", field: "Sex", from: null, to: "Female", by: "Amara Silva" }];
  const [table] = correctionTables(samplePackFacts(1, { corrections })) as Extract<Block, { kind: "table" }>[];
  expect(table?.title).toBe("Corrected later");
  expect(table?.rows).toEqual([["2026-03-01 09:05:00", "Sex", "not supplied", "Female", "Amara Silva", "[T]"]]);
  for (const type of PACK_TYPES) expect(packDocument(samplePackFacts(type, { corrections }))).toHaveProperty("pages");
});
