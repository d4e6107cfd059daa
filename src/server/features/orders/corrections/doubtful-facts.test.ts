import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIRMATIONS } from "#contract/corrections/confirmations.ts";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { DOUBTS } from "#contract/corrections/plausibility.ts";
import { timelineSentence } from "#contract/timeline/timeline.ts";
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

  it("that gives a doubtful fact as it is and confirms it settles the doubt, until the fact is corrected", async () => {
    const id = await newOrder({ passport_number: "12", date_of_birth: "2030-01-01" });
    const doubts = async () => (await manager.details(id)).doubts;
    const both = ["birth_implausible", "passport_short"];
    expect(await doubts()).toEqual(both);
    // What is not confirmed, or not given, stays in doubt.
    expect((await manager.correct(id, { passport_number: "12" })).body.message).toBe(
      CORRECTION_MESSAGES.correctionSame,
    );
    await manager.correct(id, { sex: "Female" }, { confirm: ["passport_short"] });
    expect(await doubts()).toEqual(both);

    const version = { factsVersion: 2 };
    const confirmed = await manager.correct(id, { passport_number: "12" }, { ...version, confirm: both });
    expect(confirmed.body).toMatchObject({
      message: CORRECTION_MESSAGES.factsConfirmed,
      data: { changed: [], confirmed: ["passport_short"], facts_version: 2 },
    });
    const details = await manager.details(id);
    expect(details).toMatchObject({ doubts: ["birth_implausible"], facts_version: 2 });
    const last = details.timeline.at(-1);
    expect(last).toMatchObject({ type: "facts-confirmed", data: { doubts: ["passport_short"] } });
    expect(last && timelineSentence(last)).toBe("confirmed Passport No. (A typing error)");

    // A correction that is confirmed to another doubtful value has settled that one too.
    await manager.correct(id, { passport_number: "34" }, { ...version, confirm: ["passport_short"] });
    expect(await doubts()).toEqual(["birth_implausible"]);
    await manager.correct(id, { passport_number: "P7654321" }, { factsVersion: 3 });
    expect(await doubts()).toEqual(["birth_implausible"]);
  });

  it("is confirmed only by a role that may correct the fact", async () => {
    const id = await newOrder({ passport_number: "12" });
    const telecaller = correctionCalls(program, await program.signIn("Telecaller"));
    const answer = await telecaller.correct(id, { passport_number: "12" }, { confirm: ["passport_short"] });
    expect(answer.code).toBe(403);
    expect((await manager.details(id)).doubts).toEqual(["passport_short"]);
  });

  it.each([
    ["Germny", "Did you mean Germany?"],
    ["Untied Kingdom", "Did you mean United Kingdom?"],
    ["Wakanda", "Please choose one of the list."],
  ])("to the nationality %s is refused, also as a request", async (nationality, words) => {
    const id = await newOrder();
    for (const answer of [await manager.correct(id, { nationality }), await manager.request(id, { nationality })]) {
      const message = `“${nationality}” is not a country that is known. ${words}`;
      expect([answer.code, answer.body.errors]).toEqual([400, [{ path: "fields.nationality", message }]]);
    }
    expect((await manager.preview(id, { nationality })).code).toBe(400);
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

it("an order with a misspelt nationality says which country was probably meant", async () => {
  const of = async (nationality: string) => await manager.details(await newOrder({ nationality }));
  expect(await of("Germny")).toMatchObject({ nationality_given: "Germny", nationality_likely: "Germany" });
  expect(await of("Wakanda")).toMatchObject({ nationality_given: "Wakanda", nationality_likely: null });
  expect(await of("Germany")).toMatchObject({ nationality_given: null, nationality_likely: null });
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
