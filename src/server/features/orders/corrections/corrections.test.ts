import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIRMATIONS } from "#contract/corrections/confirmations.ts";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { call, intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { addDocumentRow, brokenEvents, eventTypesOf, orderIn, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;
let team: ReturnType<typeof correctionCalls>;
let manager: ReturnType<typeof correctionCalls>;
const clock = fixedClock("2026-03-10T06:30:00Z");
const SUBMITTED = {
  full_name: "Ana Pereira",
  nationality: "PRT",
  passport_number: "P7654321",
  flight_number: "UL 503",
  date_of_birth: "1990-05-01",
  phone_code: "+351",
  telephone_number: "912 345 678",
  arrival_date: "2026-03-11",
};

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Team");
  team = correctionCalls(program, token);
  manager = correctionCalls(program, await program.signIn("Manager"));
});
afterAll(() => program.stop());

const newOrder = async (given: Record<string, unknown> = {}) =>
  (await intake(program, { ...SUBMITTED, ...given })).order_id;
const rowOf = async (id: number) =>
  (await program.db.execute<Record<string, unknown>>(sql`select * from orders where id = ${id}`)).rows[0] ?? {};
const submissions = async (id: number) =>
  (
    await program.db.execute<{ text: string; sha256: Buffer }>(
      sql`select data::text as text, sha256 from order_submissions where order_id = ${id}`,
    )
  ).rows;
const search = async (text: string) => {
  const body = { start: 0, end: 10, searchVal: text, folderName: "allOrder" };
  const answer = await call<{ order_id: number }[]>(program.address, "POST", "/api/admin/search-order", {
    token,
    body,
  });
  return answer.body.data.map(({ order_id }) => order_id);
};

describe("a correction", () => {
  it("changes the values, keeps the submission, and tells both in the timeline", async () => {
    const id = await newOrder();
    const { code, body } = await team.correct(id, { flight_number: "  UL 504 ", passport_number: "P7654312" });
    expect([code, body.message]).toEqual([200, CORRECTION_MESSAGES.correctionSaved]);
    const changed = [
      { field: "passport_number", from: "P7654321", to: "P7654312" },
      { field: "flight_number", from: "UL 503", to: "UL 504" },
    ];
    expect(body.data).toEqual({
      order_id: id,
      changed,
      confirmed: [],
      facts_version: 2,
      process_status: "New",
      version: 1,
    });
    const details = await team.details(id);
    expect(details).toMatchObject({
      flight_number: "UL 504",
      passport_number: "P7654312",
      facts_version: 2,
      version: 1,
      submitted: { ...SUBMITTED, nationality: "Portugal", email: "traveller@example.com", processing_mode: "Standard" },
    });
    const [submission] = await submissions(id);
    const sha256 = createHash("sha256")
      .update(submission?.text ?? "")
      .digest("hex");
    expect(submission?.sha256.toString("hex")).toBe(sha256);
    expect(details.timeline.at(-1)).toMatchObject({
      type: "corrected",
      actor: { name: "Team Member" },
      data: { fields: changed, reason: "A typing error", request_id: null, submitted_sha256: sha256 },
    });
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("leaves the submission as it was sent, whatever is corrected later", async () => {
    const id = await newOrder();
    await team.correct(id, { flight_number: "UL 504" });
    const first = await submissions(id);
    expect((await team.correct(id, { flight_number: "UL 505" }, { factsVersion: 2 })).code).toBe(200);
    expect(await submissions(id)).toEqual(first);
    const { timeline, submitted } = await team.details(id);
    expect(submitted?.flight_number).toBe("UL 503");
    expect(timeline.at(-1)?.data).toMatchObject({ submitted_sha256: first[0]?.sha256.toString("hex") });
  });

  it("updates what is searched and sorted by", async () => {
    const id = await newOrder();
    await team.correct(id, { full_name: "Ána Pereyra", passport_number: "Q111222", telephone_number: "911 000 111" });
    expect(await rowOf(id)).toMatchObject({ name_key: "anapereyra", telephone_key: "351911000111" });
    expect(await search("pereyra")).toContain(id);
    expect(await search("q111222")).toContain(id);
    expect(await search("P7654321")).not.toContain(id);
  });

  it("stores a nationality with its country", async () => {
    const id = await newOrder();
    const { body } = await team.correct(id, { nationality: "es" });
    expect(body.data.changed).toEqual([{ field: "nationality", from: "Portugal", to: "Spain" }]);
    expect((await team.details(id)).nationality).toBe("Spain");
    expect(await rowOf(id)).toMatchObject({ nationality_code: "ES", nationality_text: "es" });
  });

  it("empties a field that intake does not require", async () => {
    const id = await newOrder();
    expect((await team.correct(id, { date_of_birth: "", flight_number: null })).code).toBe(200);
    expect(await team.details(id)).toMatchObject({ date_of_birth: null, flight_number: null });
  });

  it("writes nothing when the values are the order's", async () => {
    const id = await newOrder();
    const before = await rowOf(id);
    const { code, body } = await team.correct(id, { nationality: "Portugal", flight_number: "UL 503" });
    expect([code, body.message, body.data.changed]).toEqual([200, CORRECTION_MESSAGES.correctionSame, []]);
    expect(await rowOf(id)).toEqual(before);
    expect([await submissions(id), await eventTypesOf(program, id)]).toEqual([[], ["created"]]);
  });

  it.each([
    [{ full_name: "  " }, "full_name is required."],
    [{ nationality: null }, "nationality is required."],
    [{ arrival_date: "" }, "A date must be YYYY-MM-DD."],
    [{ arrival_date: "2026-02-30" }, "A date must be YYYY-MM-DD."],
    [{ flight_number: "x".repeat(201) }, "At most 200 characters."],
    [{ email: "new@example.com" }, "email is not a field that can be corrected."],
    [{ amount: "1.00" }, "amount is not a field that can be corrected."],
    [{ colour: "red" }, "colour is not a field that can be corrected."],
    [{ constructor: "x" }, "constructor is not a field that can be corrected."],
    [{ processing_mode: "Fast" }, "Processing mode must be Standard, Priority or Future."],
    [{}, CORRECTION_MESSAGES.correctionEmpty],
    [{ flight_number: 7 }, undefined],
  ])("refuses %j with its reason and changes nothing", async (fields, message) => {
    const id = await newOrder();
    const before = await rowOf(id);
    const { code, body } = await manager.correct(id, {
      ...(Object.keys(fields).length > 0 && { sex: "F" }),
      ...fields,
    });
    expect([code, body.code]).toEqual([400, "invalid_input"]);
    if (message !== undefined) expect(body.errors?.map((each) => each.message)).toEqual([message]);
    expect([await rowOf(id), await eventTypesOf(program, id)]).toEqual([before, ["created"]]);
  });

  it("needs a reason of at most 500 characters", async () => {
    const id = await newOrder();
    const { code, body } = await team.correct(id, { sex: "F" }, { reason: " " });
    expect([code, body.message]).toEqual([400, CORRECTION_MESSAGES.correctionReasonRequired]);
    expect((await team.correct(id, { sex: "F" }, { reason: "x".repeat(501) })).code).toBe(400);
  });

  it("is refused on old facts, naming who corrected them and when", async () => {
    const id = await newOrder();
    await manager.correct(id, { sex: "F" });
    const { code, body } = await team.correct(id, { sex: "M" });
    expect([code, body.code]).toEqual([409, "conflict_version"]);
    expect(body.message).toMatch(/^Manager Member corrected this order at .* UTC\. Compare the values/);
    const never = await team.correct(await newOrder(), { sex: "M" }, { factsVersion: 7 });
    expect([never.code, never.body.message]).toEqual([409, CORRECTION_MESSAGES.correctionOtherVersion]);
  });

  it("is refused for an order that is unknown or purged", async () => {
    expect((await team.correct(1, { sex: "F" })).code).toBe(404);
    expect((await team.preview(1, { sex: "F" })).code).toBe(404);
    expect((await team.request(1, { sex: "F" })).code).toBe(404);
  });
});

describe("the queue after a correction", () => {
  const lastMove = async (id: number) =>
    (await team.details(id)).timeline.filter(({ type }) => type === "moved").map(({ data }) => data);

  it("is Future when the window of the new arrival date is closed, and New when it is open again", async () => {
    const id = await newOrder();
    const later = { arrival_date: "2026-05-20" };
    const preview = await team.preview(id, later);
    expect(preview.body.data).toMatchObject({ process_status: "Future", processing_date: "2026-05-17", confirm: [] });
    expect((await team.correct(id, later)).body.data).toMatchObject({ process_status: "Future", version: 2 });
    expect(await team.details(id)).toMatchObject({
      process_status: "Future",
      previous_status: null,
      processing_mode: "Future",
      bought_mode: "Standard",
      processing_date: "2026-05-17",
      process_month: "May",
    });
    expect(await lastMove(id)).toEqual([{ from: "New", to: "Future", reason: "Corrected: A typing error" }]);
    await team.correct(id, { arrival_date: "2026-03-12" }, { factsVersion: 2 });
    expect(await team.details(id)).toMatchObject({
      process_status: "New",
      previous_status: null,
      processing_date: "2026-03-10",
    });
  });

  it("leaves the previous status alone, so that Undo puts no closed window into New", async () => {
    const id = await newOrder();
    await put(program, token, "move-order-status", { orderId: id, updatingStatus: "Customer Called" });
    await put(program, token, "move-order-status", { orderId: id, updatingStatus: "New" });
    await team.correct(id, { arrival_date: "2026-05-20" });
    const { process_status, previous_status, next_statuses } = await team.details(id);
    expect([process_status, previous_status]).toEqual(["Future", "Customer Called"]);
    expect(next_statuses).not.toContain("New");
  });

  it.each(["Awaiting", "Completed", "Pending", "Refunds"] as const)("stays %s", async (status) => {
    const id = await orderIn(program, { status }, SUBMITTED);
    await team.correct(id, { arrival_date: "2026-05-20" });
    expect(await team.details(id)).toMatchObject({ process_status: status, processing_date: "2026-05-17", version: 1 });
  });

  it("stays Priority for a Priority order, and for one that staff put there", async () => {
    const bought = await newOrder({ processing_mode: "Priority" });
    await team.correct(bought, { arrival_date: "2026-05-20" });
    expect((await team.details(bought)).process_status).toBe("Priority");
    const byHand = await orderIn(program, { status: "Priority" }, SUBMITTED);
    await team.correct(byHand, { arrival_date: "2026-03-12" });
    expect((await team.details(byHand)).process_status).toBe("Priority");
  });

  it("follows a corrected mode, while the bought mode stays", async () => {
    const id = await newOrder();
    await manager.correct(id, { processing_mode: "Priority" });
    const details = await team.details(id);
    expect(details).toMatchObject({ process_status: "Priority", processing_mode: "Priority", bought_mode: "Standard" });
    await manager.correct(id, { processing_mode: "Standard", arrival_date: "2026-05-20" }, { factsVersion: 2 });
    expect(await team.details(id)).toMatchObject({ process_status: "Future", bought_mode: "Standard" });
  });

  it("keeps an older order's bought mode, known or not", async () => {
    const known = await newOrder();
    await program.db.execute(sql`update orders set bought_mode = null where id = ${known}`);
    await manager.correct(known, { processing_mode: "Priority" });
    expect((await team.details(known)).bought_mode).toBe("Standard");
    const unknown = await newOrder({ arrival_date: "2026-05-20" });
    await program.db.execute(sql`update orders set bought_mode = null where id = ${unknown}`);
    await manager.correct(unknown, { processing_mode: "Priority" });
    expect(await team.details(unknown)).toMatchObject({ processing_mode: "Priority", bought_mode: null });
  });
});

describe("a stored document", () => {
  it("has to be confirmed, and is marked as older than the correction until the next upload", async () => {
    const id = await orderIn(program, { status: "Completed" }, SUBMITTED);
    await addDocumentRow(program, id);
    const stored = async (file1: string) => {
      const payload = JSON.stringify({ document_id: 1, file1, sha256: "00", bytes: 3 });
      const event = [{ order_id: id, actor_id: null, at: clock.at.toISOString(), type: "document-stored", payload }];
      await program.db.execute(sql`select record_order_events(${JSON.stringify(event)}::json)`);
    };
    await stored("card-v1.pdf");
    expect((await team.preview(id, { sex: "F" })).body.data.confirm).toEqual(["document_stored"]);
    const refused = await team.correct(id, { sex: "F" });
    expect([refused.code, refused.body.code, refused.body.data]).toEqual([
      422,
      "confirmation_required",
      { confirm: ["document_stored"] },
    ]);
    expect(Object.keys(CONFIRMATIONS)).toContain("document_stored");
    expect(await team.details(id)).toMatchObject({ sex: null, document_before_correction: false, facts_version: 1 });
    expect((await team.correct(id, { sex: "F" }, { confirm: ["document_stored"] })).code).toBe(200);
    expect((await team.details(id)).document_before_correction).toBe(true);
    await stored("card-v2.pdf");
    expect((await team.details(id)).document_before_correction).toBe(false);
  });

  it("is no question for the same values", async () => {
    const id = await orderIn(program, { status: "Completed" }, SUBMITTED);
    await addDocumentRow(program, id);
    expect((await team.preview(id, { flight_number: "UL 503" })).body.data.confirm).toEqual([]);
    expect((await team.correct(id, { flight_number: "UL 503" })).code).toBe(200);
  });
});

it("has to be confirmed for an order that was filed, unless the filing was voided", async () => {
  const id = await newOrder();
  await program.db.execute(sql`
    insert into filings (order_id, profile, reference, filed_at, recorded_at, recorded_by, facts, facts_sha256)
    values (${id}, 'arrival-card-1', 'REF-1', now(), now(), 1, '{}', '')`);
  const refused = await team.correct(id, { sex: "F" });
  expect([refused.code, refused.body.data]).toEqual([422, { confirm: ["filed"] }]);
  expect((await team.correct(id, { sex: "F" }, { confirm: ["filed"] })).code).toBe(200);
  await program.db.execute(sql`update filings set voided_at = now() where order_id = ${id}`);
  expect((await team.preview(id, { sex: "M" })).body.data.confirm).toEqual([]);
});

it("keeps nothing of a purged order's submission and requests", async () => {
  const id = await newOrder();
  await team.correct(id, { flight_number: "UL 504", passport_number: "X2" });
  await team.request(id, { passport_number: "X1" });
  const admin = await program.signIn("Admin");
  const flags = { orderId: [id], updatingStatus: "Deleted" };
  await put(program, admin, "change-order-status", flags);
  await put(program, admin, "change-order-status", { ...flags, permanentDeletedFlag: true });
  const left = await program.db.execute(sql`
    select order_id from order_submissions where order_id = ${id}
    union all select order_id from correction_requests where order_id = ${id}
    union all select order_id from order_event_values where order_id = ${id}`);
  expect([left.rows, (await rowOf(id)).purged_at]).toEqual([[], expect.anything()]);
  expect((await team.correct(id, { sex: "F" }, { factsVersion: 2 })).code).toBe(404);
});
