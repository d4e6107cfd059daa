import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { timelineActor, timelineSentence } from "#contract/timeline/timeline.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { call, intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { brokenEvents, eventTypesOf, orderIn, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { visitOrder } from "#test/support/visits.ts";
import { makeWebRoot } from "#test/support/web-root.ts";

let program: TestProgram;
let webRoot: string;
let admin: string;
let manager: ReturnType<typeof correctionCalls>;
let team: ReturnType<typeof correctionCalls>;

beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot, environment: { PUBLIC_URL: "http://127.0.0.1:3000" } });
  admin = await program.signIn("Admin");
  manager = correctionCalls(program, await program.signIn("Manager"));
  team = correctionCalls(program, await program.signIn("Team"));
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});

const newOrder = async () => (await intake(program, { date_of_birth: "1990-05-04", flight_number: "UL 504" })).order_id;
const visit = (orderId: number) => visitOrder(program, orderId);
const ASK = "request-correction";
const FLIGHT = { fields: { flight_number: "EK 650" } };
const requestsOf = async (orderId: number) => (await team.details(orderId)).correction_requests;

describe("a correction that a customer asks for", () => {
  it("is stored with its origin, shown to customer and office, and decided like a member's", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    expect((await visitor.order()).mainResult.corrections).toBeUndefined();
    const fields = { date_of_birth: "1991-05-04", flight_number: "EK 650 <script>" };
    const sent = await visitor.post(ASK, { fields, note: "As in my ‮passport" });
    expect([sent.code, sent.body.message, sent.body.data]).toEqual([200, VISITOR_MESSAGES.correctionSent, null]);
    const [request] = await requestsOf(orderId);
    expect(request).toMatchObject({
      requested_by: null,
      fields: { date_of_birth: "1991-05-04", flight_number: "EK 650 <script>" },
      note: "As in my passport",
      outcome: null,
      from: { ip: "127.0.0.1", device: "Mozilla 5 on iPhone", place: null },
    });
    expect((await visitor.order()).mainResult.corrections).toEqual([
      { at: request?.at, outcome: null, fields: ["date_of_birth", "flight_number"] },
    ]);
    const marked = await call<OrderRow[]>(
      program.address,
      "GET",
      "/api/admin/get-orders-list/newOrder?limit=50&mark=correction-asked",
      { token: admin },
    );
    expect(marked.body.data.map(({ order_id }) => order_id)).toContain(orderId);
    expect((await team.inbox()).body.data.to_decide).toBeGreaterThan(0);

    const event = (await team.details(orderId)).timeline.at(-1);
    if (event === undefined) throw new Error("no event");
    expect(timelineActor(event)).toBe("The customer");
    expect(timelineSentence(event)).toContain("requested a correction of Date of Birth from 1990-05-04 to 1991-05-04");
    const stored = await program.db.execute<{ data: object }>(
      sql`select data from order_event_payloads where event_id = ${event.id}`,
    );
    expect(JSON.stringify(stored.rows[0]?.data)).toContain("1991-••-••");
    expect(JSON.stringify(stored.rows[0]?.data)).not.toContain("1991-05-04");

    const decided = await manager.decide(request?.id ?? 0, true);
    expect(decided.body.data).toMatchObject({ outcome: "accepted", reason: "As in my passport" });
    expect(await team.details(orderId)).toMatchObject({ date_of_birth: "1991-05-04" });
    expect((await visitor.order()).mainResult.corrections).toEqual([
      { at: request?.at, outcome: "accepted", fields: ["date_of_birth", "flight_number"] },
    ]);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("has a reason also when the customer wrote no note", async () => {
    const orderId = await newOrder();
    await (await visit(orderId)).post(ASK, FLIGHT);
    const [request] = await requestsOf(orderId);
    await manager.decide(request?.id ?? 0, true);
    expect((await requestsOf(orderId))[0]?.reason).toBe(CORRECTION_MESSAGES.correctionAsked);
  });

  it("is answered alike whether or not the order has the value already", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const same = await visitor.post(ASK, { fields: { date_of_birth: "1990-05-04" } });
    const other = await visitor.post(ASK, { fields: { date_of_birth: "1990-05-05" } });
    expect(same.code).toBe(200);
    expect(same.body).toEqual(other.body);
    expect((await visitor.order()).mainResult.corrections).toHaveLength(2);
  });

  it("is stored once, also five times at once; three may be open", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.post(ASK, FLIGHT)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    expect(await requestsOf(orderId)).toHaveLength(1);
    for (const place_of_stay of ["Hilton", "Galle Face"]) {
      expect((await visitor.post(ASK, { fields: { place_of_stay } })).code).toBe(200);
    }
    const fourth = await visitor.post(ASK, { fields: { sex: "F" } });
    expect([fourth.code, fourth.body.message]).toEqual([422, VISITOR_MESSAGES.correctionOpen]);
    expect((await visitor.post(ASK, FLIGHT)).code).toBe(200);
    const [newest] = await requestsOf(orderId);
    await manager.decide(newest?.id ?? 0, false);
    expect((await visitor.post(ASK, { fields: { sex: "F" } })).code).toBe(200);
    expect((await eventTypesOf(program, orderId)).filter((type) => type === "correction-requested")).toHaveLength(4);
  });
});

describe("what a customer can't ask for", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["a passport number", { passport_number: "N1" }, "fields.passport_number"],
    ["an email", { email: "thief@example.com" }, "fields"],
    ["a processing mode", { processing_mode: "Priority" }, "fields.processing_mode"],
    ["an unknown field", { paid: true }, "fields"],
    ["nothing", {}, "fields"],
    ["an empty value", { place_of_stay: " " }, "fields.place_of_stay"],
    ["null", { place_of_stay: null }, "fields.place_of_stay"],
    ["no day", { arrival_date: "31-12-2026" }, "fields.arrival_date"],
    ["a birth in the future", { date_of_birth: "2999-01-01" }, "fields.date_of_birth"],
    ["a birth 120 years ago", { date_of_birth: "1800-01-01" }, "fields.date_of_birth"],
    ["no country", { nationality: "Atlantis" }, "fields.nationality"],
    ["no sex of the form", { sex: "<script>" }, "fields.sex"],
    ["too long a value", { place_of_stay: "x".repeat(2001) }, "fields.place_of_stay"],
    ["too many", { sex: "F", travel_mode: "Air", place_of_stay: "a", flight_number: "UL 1" }, "fields"],
  ])("%s, named by its field", async (_what, fields, path) => {
    const orderId = await newOrder();
    const { code, body } = await (await visit(orderId)).post(ASK, { fields });
    expect([code, (body as { errors?: { path: string }[] }).errors?.[0]?.path]).toEqual([400, path]);
    expect(await requestsOf(orderId)).toEqual([]);
  });

  it("too long a note, and another order, without a visit or from another site", async () => {
    const [own, other] = [await newOrder(), await newOrder()];
    const visitor = await visit(own);
    expect((await visitor.post(ASK, { ...FLIGHT, note: "x".repeat(501) })).code).toBe(400);
    const foreign = await visitor.post(ASK, { ...FLIGHT, orderId: String(other) });
    expect([foreign.code, foreign.body.message]).toEqual([403, TRACKING_MESSAGES.visitorOtherOrder]);
    expect((await visitor.post(ASK, FLIGHT, { cookie: "" })).code).toBe(401);
    for (const headers of [{ "x-xsrf-token": "" }, { "x-xsrf-token": "guessed" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await visitor.post(ASK, FLIGHT, headers)).code).toBe(403);
    }
    expect([...(await requestsOf(own)), ...(await requestsOf(other))]).toEqual([]);
  });

  it("anything of a refunded or deleted order, or while a change of the address is contested", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    await program.db.execute(sql`insert into email_changes (order_id, new_email, asked_by, reason, proof, confirm_hash,
      contest_hash, contest_seed, asked_at, expires_at, confirmed_at, contested_at)
      values (${orderId}, 'new@example.com', (select min(id) from members), 'x', '{}', ${Buffer.alloc(1)}, ${Buffer.alloc(2)},
      'x', now(), now(), now(), now())`);
    expect((await visitor.post(ASK, FLIGHT)).code).toBe(404);
    await program.db.execute(sql`delete from email_changes where order_id = ${orderId}`);
    await put(program, admin, "move-order-status", { orderId, updatingStatus: "Refunds" });
    const refunded = await visitor.post(ASK, FLIGHT);
    expect([refunded.code, refunded.body.message]).toEqual([422, VISITOR_MESSAGES.correctionClosed]);
    await put(program, admin, "move-order-status", { orderId, updatingStatus: "Deleted" });
    expect((await visitor.post(ASK, FLIGHT)).code).toBe(404);
    expect(await requestsOf(await orderIn(program, { status: "Completed" }))).toEqual([]);
  });
});

describe("the form without script", () => {
  it("is stored and leads back to the order; a refusal shows what was typed and which detail to check", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const typed = { field0: "nationality", value0: "Atlantis <b>", field1: "sex", value1: "Female", note: "Kept" };
    const refused = await visitor.form(ASK, typed);
    expect(refused.code).toBe(400);
    expect(refused.text).toContain('"typedCorrection":{"rows":[{"field":"nationality","value":"Atlantis <b>"}');
    expect(refused.text).toContain('"fields":["nationality"]');
    for (const [fields, message] of [
      [{ field0: "sex", value0: "" }, VISITOR_MESSAGES.correctionEmpty],
      [{ field0: "", value0: "x" }, VISITOR_MESSAGES.correctionEmpty],
      [{ field0: "sex", value0: "Male", field1: "sex", value1: "Female" }, VISITOR_MESSAGES.correctionTwice],
      [{}, VISITOR_MESSAGES.correctionEmpty],
    ] as const) {
      const answer = await visitor.form(ASK, fields);
      expect([answer.code, answer.text.includes(JSON.stringify(message))]).toEqual([422, true]);
    }
    expect((await visitor.form(ASK, typed, { "sec-fetch-site": "cross-site" })).code).toBe(403);
    expect((await visitor.form(ASK, typed, { cookie: "" })).code).toBe(401);
    expect((await visitor.form(ASK, { ...typed, note: "x".repeat(70_000) })).code).toBe(413);
    expect(await requestsOf(orderId)).toEqual([]);
    const sent = await visitor.form(ASK, { ...typed, value0: "Österreich" });
    expect([sent.code, sent.location?.startsWith("/get-new-order-details/")]).toEqual([303, true]);
    expect((await requestsOf(orderId))[0]?.fields).toEqual({ nationality: "Austria", sex: "Female" });
  });
});
