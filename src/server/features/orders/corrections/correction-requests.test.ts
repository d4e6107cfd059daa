import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { addDocumentRow, brokenEvents, eventTypesOf } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let telecaller: ReturnType<typeof correctionCalls>;
let manager: ReturnType<typeof correctionCalls>;
let team: ReturnType<typeof correctionCalls>;

beforeAll(async () => {
  program = await startTestProgram();
  const as = async (role: "Telecaller" | "Manager" | "Team") => correctionCalls(program, await program.signIn(role));
  [telecaller, manager, team] = await Promise.all([as("Telecaller"), as("Manager"), as("Team")]);
});
afterAll(() => program.stop());

const newOrder = async () => (await intake(program, { passport_number: "P7654321", sex: "M" })).order_id;

it("is shown with the order, and accepting it corrects the order in its name", async () => {
  const id = await newOrder();
  const { code, body } = await telecaller.request(id, { passport_number: "P7654312", sex: "M" });
  expect(code).toBe(200);
  const open = {
    id: body.data.id,
    order_id: id,
    requested_by: { id: expect.any(Number), name: "Telecaller Member" },
    // What the order has already is not requested.
    fields: { passport_number: "P7654312" },
    note: "Heard on the telephone",
    at: expect.any(String),
    outcome: null,
    decided_by: null,
    decided_at: null,
    reason: null,
  };
  expect(body.data).toEqual(open);
  expect(await team.details(id)).toMatchObject({ passport_number: "P7654321", correction_requests: [open] });
  const accepted = await manager.decide(open.id, true, { factsVersion: 1 });
  expect([accepted.code, accepted.body.message]).toEqual([200, CORRECTION_MESSAGES.correctionAccepted]);
  expect(accepted.body.data).toMatchObject({ outcome: "accepted", decided_by: "Manager Member", reason: open.note });
  const after = await team.details(id);
  expect(after).toMatchObject({ passport_number: "P7654312", submitted: { passport_number: "P7654321" } });
  expect(after.timeline.at(-1)).toMatchObject({
    type: "corrected",
    actor: { name: "Manager Member" },
    data: { request_id: open.id, reason: open.note },
  });
  expect(await brokenEvents(program)).toEqual([]);
});

it("is declined by a member who could accept it, or withdrawn by who asked", async () => {
  const id = await newOrder();
  const ask = async () => (await telecaller.request(id, { passport_number: "P7654312" })).body.data.id;
  const declined = await team.decide(await ask(), false, { reason: "The scan says otherwise" });
  expect([declined.code, declined.body.message]).toEqual([200, CORRECTION_MESSAGES.correctionDeclined]);
  expect(declined.body.data).toMatchObject({ outcome: "declined", reason: "The scan says otherwise" });
  expect((await telecaller.decide(await ask(), false)).code).toBe(200);
  const asked = (await team.request(id, { passport_number: "P7654312" })).body.data.id;
  expect((await telecaller.decide(asked, false)).code).toBe(403);
  expect(await team.details(id)).toMatchObject({ passport_number: "P7654321", facts_version: 1 });
});

it("is decided once", async () => {
  const id = await newOrder();
  const asked = (await telecaller.request(id, { passport_number: "P7654312" })).body.data.id;
  const answers = await Promise.all([manager.decide(asked, true), team.decide(asked, false), team.decide(asked, true)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
  const refused = answers.find(({ code }) => code === 422);
  expect(refused?.body.message).toBe(CORRECTION_MESSAGES.correctionRequestDecided);
  expect((await eventTypesOf(program, id)).slice(2)).toHaveLength(1);
});

it("asks for what a correction asks for: current facts and confirmations", async () => {
  const id = await newOrder();
  const asked = (await telecaller.request(id, { passport_number: "P7654312" })).body.data.id;
  await team.correct(id, { sex: "F" });
  expect((await manager.decide(asked, true, { factsVersion: 1 })).code).toBe(409);
  await addDocumentRow(program, id);
  const refused = await manager.decide(asked, true, { factsVersion: 2 });
  expect([refused.code, refused.body.data]).toEqual([422, { confirm: ["document_stored"] }]);
  const { code } = await manager.decide(asked, true, { factsVersion: 2, confirm: ["document_stored"] });
  expect(code).toBe(200);
});

it("may be accepted with other values, but not when nothing is left to correct", async () => {
  const id = await newOrder();
  const ask = async () => (await telecaller.request(id, { passport_number: "P7654312" })).body.data.id;
  const [first, second] = [await ask(), await ask()];
  const amended = await team.correct(id, { passport_number: "P765431Z" }, { requestId: first });
  expect(amended.body.data.changed).toEqual([{ field: "passport_number", from: "P7654321", to: "P765431Z" }]);
  await team.correct(id, { passport_number: "P7654312" }, { factsVersion: 2 });
  const events = await eventTypesOf(program, id);
  const nothing = [
    await team.decide(second, true),
    await team.correct(id, { passport_number: "P7654312" }, { factsVersion: 3, requestId: second }),
  ];
  for (const { code, body } of nothing)
    expect([code, body.message]).toEqual([422, CORRECTION_MESSAGES.correctionRequestMet]);
  expect(await eventTypesOf(program, id)).toEqual(events);
  expect((await team.decide(second, false)).code).toBe(200);
  const { correction_requests, facts_version } = await team.details(id);
  expect([correction_requests.map(({ outcome }) => outcome), facts_version]).toEqual([["declined", "accepted"], 3]);
});

describe("a correction that names a request", () => {
  const openStill = async (id: number) => {
    const { correction_requests, facts_version } = await team.details(id);
    expect([correction_requests.map(({ outcome }) => outcome), facts_version]).toEqual([[null], 1]);
  };

  it("accepts it only by a member who may decide each requested field", async () => {
    const id = await newOrder();
    const asked = (await telecaller.request(id, { processing_mode: "Priority", flight_number: "EK 9" })).body.data.id;
    for (const by of [telecaller, team]) {
      const fields = { flight_number: "EK 9" };
      expect((await by.correct(id, fields, { requestId: asked })).code).toBe(403);
    }
    await openStill(id);
    const both = { processing_mode: "Priority", flight_number: "EK 9" };
    expect((await manager.correct(id, both, { requestId: asked })).code).toBe(200);
  });

  it("accepts it only if it names each requested field, maybe among others", async () => {
    const id = await newOrder();
    const asked = (await telecaller.request(id, { passport_number: "P7654312", sex: "F" })).body.data.id;
    for (const fields of [{ sex: "F" }, { flight_number: "EK 9" }]) {
      const { code, body } = await manager.correct(id, fields, { requestId: asked });
      expect([code, body.message]).toEqual([422, expect.stringMatching(/^The request also asks for Passport No/)]);
    }
    await openStill(id);
    const all = { passport_number: "P7654312", sex: "F", flight_number: "EK 9" };
    expect((await manager.correct(id, all, { requestId: asked })).code).toBe(200);
  });
});

it("is not accepted by a change of other fields that repeats the requested ones as they are", async () => {
  const id = await newOrder();
  const asked = (await telecaller.request(id, { passport_number: "P7654312", sex: "F" })).body.data.id;
  const others = { passport_number: "P7654321", sex: "M", flight_number: "EK 9" };
  const { code, body } = await manager.correct(id, others, { requestId: asked });
  expect([code, body.message]).toEqual([422, CORRECTION_MESSAGES.correctionRequestMet]);
  expect(await team.details(id)).toMatchObject({ facts_version: 1, correction_requests: [{ outcome: null }] });
  // A part of it is enough.
  const part = { passport_number: "P7654312", sex: "M" };
  expect((await manager.correct(id, part, { requestId: asked })).code).toBe(200);
});

it("is refused when there is nothing to correct, without a note, and for another order", async () => {
  const id = await newOrder();
  const same = await telecaller.request(id, { sex: "M" });
  expect([same.code, same.body.message]).toEqual([422, CORRECTION_MESSAGES.correctionSame]);
  const noNote = await telecaller.request(id, { sex: "F" }, " ");
  expect([noNote.code, noNote.body.message]).toEqual([400, CORRECTION_MESSAGES.correctionNoteRequired]);
  const asked = (await telecaller.request(id, { sex: "F" })).body.data.id;
  const other = await team.correct(await newOrder(), { sex: "F" }, { requestId: asked });
  expect([other.code, other.body.message]).toEqual([404, CORRECTION_MESSAGES.correctionRequestNotFound]);
  expect((await team.decide(999_999, true)).code).toBe(404);
});

describe("the inbox", () => {
  const inbox = async (of: ReturnType<typeof correctionCalls>) => (await of.inbox()).body.data;

  it("counts the orders with requests that the member may decide", async () => {
    const before = await Promise.all([inbox(manager), inbox(team), inbox(telecaller)]);
    const [first, second, third] = [await newOrder(), await newOrder(), await newOrder()];
    await telecaller.request(first, { passport_number: "P7654312" });
    await telecaller.request(first, { sex: "F" });
    await telecaller.request(second, { processing_mode: "Priority", sex: "F" });
    await telecaller.request(third, { sex: "F" });
    await program.db.execute(sql`update orders set status = 'Deleted' where id = ${third}`);
    const after = await Promise.all([inbox(manager), inbox(team), inbox(telecaller)]);
    expect(after.map(({ to_decide }, index) => to_decide - (before[index]?.to_decide ?? 0))).toEqual([2, 1, 0]);
  });

  it("tells the member who asked what another one decided, until it was seen", async () => {
    const id = await newOrder();
    const ask = async (fields: object) => (await telecaller.request(id, { ...fields })).body.data.id;
    const [accepted, declined, withdrawn, open] = [
      await ask({ passport_number: "P7654312", sex: "F" }),
      await ask({ full_name: "Another Name" }),
      await ask({ nationality: "SE" }),
      await ask({ date_of_birth: "1990-01-01" }),
    ];
    await manager.decide(accepted, true);
    await team.decide(declined, false, { reason: "The scan says otherwise" });
    await telecaller.decide(withdrawn, false);
    const toldOf = async () => (await inbox(telecaller)).decided.filter((each) => each.order_id === id);
    expect((await toldOf()).map(({ decided_at: _at, ...each }) => each)).toEqual([
      { id: declined, order_id: id, fields: ["Name with Initials"], outcome: "declined", decided_by: "Team Member" },
      {
        id: accepted,
        order_id: id,
        fields: ["Passport No.", "Sex"],
        outcome: "accepted",
        decided_by: "Manager Member",
      },
    ]);
    expect((await inbox(manager)).decided).toEqual([]);
    expect((await manager.see([declined])).body.data).toEqual({ seen: 0 });
    expect((await telecaller.see([declined, open])).body.data).toEqual({ seen: 1 });
    expect((await toldOf()).map((each) => each.id)).toEqual([accepted]);
    await telecaller.see([accepted]);
    expect(await toldOf()).toEqual([]);
  });
});
