import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIRMATIONS } from "#contract/confirmations.ts";
import { DOUBTS } from "#contract/plausibility.ts";
import { intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const NOW = new Date("2026-03-10T08:00:00Z");
let program: TestProgram;
let manager: ReturnType<typeof correctionCalls>;

beforeAll(async () => {
  program = await startTestProgram({ now: () => NOW });
  manager = correctionCalls(program, await program.signIn("Manager"));
});
afterAll(() => program.stop());

const newOrder = async (given: object = {}) =>
  (await intake(program, { arrival_date: "2026-03-20", passport_number: "P7654321", ...given })).order_id;

describe("a correction", () => {
  it.each([
    [{ arrival_date: "2026-03-09" }, "arrival_past"],
    [{ date_of_birth: "2026-03-11" }, "birth_implausible"],
    [{ date_of_birth: "1906-03-09" }, "birth_implausible"],
    [{ passport_number: "P-76" }, "passport_short"],
  ] as const)("to %j asks, and is made when it is confirmed", async (fields, doubt) => {
    const id = await newOrder();
    expect((await manager.preview(id, fields)).body.data.confirm).toEqual([doubt]);
    const asked = await manager.correct(id, fields);
    expect([asked.code, asked.body.code, asked.body.data]).toEqual([
      422,
      "confirmation_required",
      { confirm: [doubt] },
    ]);
    expect((await manager.details(id)).facts_version).toBe(1);
    expect((await manager.correct(id, fields, { confirm: [doubt] })).code).toBe(200);
    expect(await manager.details(id)).toMatchObject(fields);
    expect(CONFIRMATIONS[doubt]).toBe(DOUBTS[doubt].words);
  });

  it("of other facts does not ask about those that were doubtful before", async () => {
    const id = await newOrder({ passport_number: "12", date_of_birth: "2030-01-01" });
    expect((await manager.correct(id, { sex: "Female" })).code).toBe(200);
  });

  it("to an arrival today, and without a passport number, asks nothing", async () => {
    const id = await newOrder();
    expect((await manager.correct(id, { arrival_date: "2026-03-10", passport_number: null })).code).toBe(200);
  });

  it("writes a flight number in one form, and the name of a ship as it is", async () => {
    const id = await newOrder();
    await manager.correct(id, { flight_number: "lh762" });
    expect((await manager.details(id)).flight_number).toBe("LH 762");
    await manager.correct(id, { flight_number: "MS Europa 2" }, { factsVersion: 2 });
    expect((await manager.details(id)).flight_number).toBe("MS Europa 2");
  });
});

it("intake stores a paid order with doubtful facts, and warns of each", async () => {
  const facts = { arrival_date: "2026-03-01", date_of_birth: "2030-01-01", passport_number: "1" };
  const { order_id: id, warnings } = await intake(program, { ...facts, paid: true });
  expect(warnings).toEqual([
    { field: "arrival_date", code: "arrival_past", message: DOUBTS.arrival_past.words },
    { field: "date_of_birth", code: "birth_implausible", message: DOUBTS.birth_implausible.words },
    { field: "passport_number", code: "passport_short", message: DOUBTS.passport_short.words },
  ]);
  expect(await manager.details(id)).toMatchObject(facts);
});
