import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOWNLOAD_REPORT_MESSAGES } from "#contract/downloads/download-reports.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { timelineActor, timelineSentence } from "#contract/timeline/timeline.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { call, intake } from "#test/support/client.ts";
import { addDownload } from "#test/support/evidence-order.ts";
import { addDocumentRow, brokenEvents, eventTypesOf, orderDetails, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { visitOrder } from "#test/support/visits.ts";
import { makeWebRoot } from "#test/support/web-root.ts";

let program: TestProgram;
let webRoot: string;
let admin: string;
let team: string;

beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot, environment: { PUBLIC_URL: "http://127.0.0.1:3000" } });
  [admin, team] = [await program.signIn("Admin"), await program.signIn("Team")];
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});

const REPORT = "report-download";

/** An order whose document was downloaded once by a person. */
async function downloadedOrder() {
  const orderId = (await intake(program)).order_id;
  await addDocumentRow(program, orderId);
  const { rows } = await program.db.execute<{ id: number }>(sql`select id from documents where order_id = ${orderId}`);
  await addDownload(program, orderId, rows[0]?.id ?? 0);
  const visitor = await visitOrder(program, orderId);
  const downloadId = (await visitor.order()).data[0]?.id ?? 0;
  return { orderId, downloadId, visitor };
}
const reportOf = async (orderId: number) => (await orderDetails(program, team, orderId)).downloadHistory[0]?.report;
const settle = (reportId: number) =>
  call(program.address, "POST", "/api/admin/settle-download-report", { token: team, body: { reportId } });

describe("a download that the customer calls somebody else's", () => {
  it("is reported once, ends the other visits, is marked and dealt with", async () => {
    const { orderId, downloadId, visitor } = await downloadedOrder();
    const other = await visitOrder(program, orderId);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post(REPORT, { downloadId, note: "Not <b>me</b>" })));
    expect(answers.map(({ code, body }) => [code, body.message])).toEqual(
      Array.from({ length: 3 }, () => [200, VISITOR_MESSAGES.reportSent]),
    );
    expect((await other.post("get-download-history", {})).code).toBe(401);
    expect((await visitor.order()).data[0]?.reported_at).toEqual(expect.any(String));
    const report = await reportOf(orderId);
    expect(report).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      note: "Not <b>me</b>",
      ip: "127.0.0.1",
      device: "Mozilla 5 on iPhone",
      place: null,
      settled_by: null,
    });
    const marked = async () =>
      (
        await call<OrderRow[]>(
          program.address,
          "GET",
          "/api/admin/get-orders-list/newOrder?limit=50&mark=download-questioned",
          { token: team },
        )
      ).body.data
        .filter(({ download_questioned }) => download_questioned === true)
        .map(({ order_id }) => order_id);
    expect(await marked()).toContain(orderId);
    const event = (await orderDetails(program, team, orderId)).timeline.at(-1);
    if (event === undefined) throw new Error("no event");
    expect(event.data).toMatchObject({ download_id: downloadId, ended_visits: 1, user_agent: "Mozilla/5.0 (iPhone)" });
    expect([timelineActor(event), timelineSentence(event)]).toEqual([
      "The customer",
      "said that a download was not theirs (Not <b>me</b>), from 127.0.0.1",
    ]);

    for (let press = 0; press < 2; press++) {
      const { code, body } = await settle(report?.id ?? 0);
      expect([code, body.message]).toEqual([200, DOWNLOAD_REPORT_MESSAGES.reportSettled]);
    }
    expect((await reportOf(orderId))?.settled_by).toBe("Team Member");
    expect(await marked()).not.toContain(orderId);
    expect((await settle(999_999)).code).toBe(404);
    expect((await eventTypesOf(program, orderId)).filter((type) => type.startsWith("download-report"))).toEqual([
      "download-reported",
      "download-report-settled",
    ]);
    expect(await brokenEvents(program)).toEqual([]);
    expect((await program.db.execute(sql`select * from prove_order_facets()`)).rows).toEqual([]);
  });

  it("is named by an id only where the page asks for it", async () => {
    const { visitor } = await downloadedOrder();
    const { body } = await visitor.post("get-download-history", {});
    expect(Object.keys((body.data as object[])[0] ?? {}).sort()).toEqual(
      ["browser", "create_ts", "ip", "order_id", "os", "timezone"].sort(),
    );
  });
});

describe("what is no report", () => {
  it("of another order, without a visit, from another site, too long, or of no download of a person", async () => {
    const { orderId, downloadId, visitor } = await downloadedOrder();
    const theirs = await downloadedOrder();
    const foreign = await visitor.post(REPORT, { orderId: String(theirs.orderId), downloadId: theirs.downloadId });
    expect([foreign.code, foreign.body.message]).toEqual([403, TRACKING_MESSAGES.visitorOtherOrder]);
    for (const id of [theirs.downloadId, 999_999]) {
      const unknown = await visitor.post(REPORT, { downloadId: id });
      expect([unknown.code, unknown.body.message]).toEqual([404, VISITOR_MESSAGES.notFound]);
    }
    await program.db.execute(sql`update downloads set is_automated = true where id = ${theirs.downloadId}`);
    expect((await theirs.visitor.post(REPORT, { downloadId: theirs.downloadId })).code).toBe(404);
    for (const body of [{ downloadId: "x" }, { downloadId: -1 }, {}, { downloadId, note: "x".repeat(501) }]) {
      expect((await visitor.post(REPORT, body)).code).toBe(400);
    }
    expect((await visitor.post(REPORT, { downloadId }, { cookie: "" })).code).toBe(401);
    for (const headers of [{ "x-xsrf-token": "" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await visitor.post(REPORT, { downloadId }, headers)).code).toBe(403);
    }
    expect([await reportOf(orderId), await reportOf(theirs.orderId)]).toEqual([undefined, undefined]);
  });

  it("of a deleted order, or while a change of the address is contested", async () => {
    const { orderId, downloadId, visitor } = await downloadedOrder();
    await program.db.execute(sql`insert into email_changes (order_id, new_email, asked_by, reason, proof, confirm_hash,
      contest_hash, contest_seed, asked_at, expires_at, confirmed_at, contested_at)
      values (${orderId}, 'new@example.com', (select min(id) from members), 'x', '{}', ${Buffer.alloc(1)}, ${Buffer.alloc(2)},
      'x', now(), now(), now(), now())`);
    expect((await visitor.post(REPORT, { downloadId })).code).toBe(404);
    await program.db.execute(sql`delete from email_changes where order_id = ${orderId}`);
    await put(program, admin, "move-order-status", { orderId, updatingStatus: "Deleted" });
    expect((await visitor.post(REPORT, { downloadId })).code).toBe(404);
    expect(await reportOf(orderId)).toBeUndefined();
  });
});

it("the form without script leads back to the order; a refusal keeps the note", async () => {
  const { orderId, downloadId, visitor } = await downloadedOrder();
  const refused = await visitor.form(REPORT, { downloadId: "999999", note: "Kept" });
  expect([refused.code, refused.text.includes('"typedReport":{"downloadId":"999999","note":"Kept"}')]).toEqual([
    404,
    true,
  ]);
  expect((await visitor.form(REPORT, { downloadId: "x" })).code).toBe(400);
  const fields = { downloadId: String(downloadId), note: "" };
  expect((await visitor.form(REPORT, fields, { "sec-fetch-site": "cross-site" })).code).toBe(403);
  expect((await visitor.form(REPORT, fields, { cookie: "" })).code).toBe(401);
  expect((await visitor.form(REPORT, fields)).code).toBe(303);
  expect((await reportOf(orderId))?.note).toBe("");
});
