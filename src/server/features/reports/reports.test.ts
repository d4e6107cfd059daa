import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { REPORT_MESSAGES } from "#contract/reports/messages.ts";
import { type CountryRow, UNKNOWN_NATIONALITY } from "#contract/reports/reports.ts";
import { ROLES } from "#contract/roles.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { orderIn, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const clock = fixedClock("2026-01-01T00:00:00Z");
let program: TestProgram;
let token: string;

const report = (body: unknown = {}, as = token) =>
  call<CountryRow[]>(program.address, "POST", "/api/admin/get-country-order-count", { token: as, body });
const rowsOf = async (fromDate?: string, toDate?: string) => (await report({ fromDate, toDate })).body.data;

async function orderAt(at: string, nationality: string, status: OrderStatus = "Completed", mode = "Standard") {
  clock.at = new Date(at);
  const id = await orderIn(program, { status }, { nationality, arrival_date: "2026-12-01" });
  await program.db.execute(sql`update orders set processing_mode = ${mode} where id = ${id}`);
  return id;
}

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { REAUTH_MINUTES: "720" } });
  await orderAt("2026-03-10T00:00:00.000Z", "GB");
  await orderAt("2026-03-10T23:59:59.999Z", "United Kingdom", "New", "Priority");
  await orderAt("2026-03-11T12:00:00Z", "GBR", "Future", "Future");
  await orderAt("2026-03-11T12:00:00Z", "fr");
  await orderAt("2026-03-12T00:00:00Z", "DE", "Refunds");
  await orderAt("2026-03-12T00:00:00Z", "Atlantis", "Awaiting");
  await orderAt("2026-03-12T00:00:00Z", "=HYPERLINK(1)", "AwaitingGovt", "Priority");
  await orderAt("2026-03-11T12:00:00Z", "IT", "Pending");
  await orderAt("2026-03-11T12:00:00Z", "ES", "Deleted");
  clock.at = new Date("2026-04-01T00:00:00Z");
  token = await program.signIn("Night Staff");
});
afterAll(() => program.stop());

const row = (nationality: string, standard: number, priority: number, future: number): CountryRow => ({
  nationality,
  count: standard + priority + future,
  standard_count: standard,
  priority_count: priority,
  future_count: future,
});

describe("the country report", () => {
  it("counts by nationality and mode, sorted by count, then name, without Pending and Deleted @2-110", async () => {
    const { code, body } = await report();
    expect([code, body.status, body.message]).toEqual([200, 1, REPORT_MESSAGES.reportReady]);
    expect(body.data).toEqual([
      row("United Kingdom", 1, 1, 1),
      row(UNKNOWN_NATIONALITY, 1, 1, 0),
      row("France", 1, 0, 0),
      row("Germany", 1, 0, 0),
    ]);
  });

  it("includes both days of the range, by day of creation in UTC @2-110", async () => {
    expect(await rowsOf("2026-03-10", "2026-03-10")).toEqual([row("United Kingdom", 1, 1, 0)]);
    expect(await rowsOf("2026-03-11", "2026-03-11")).toEqual([row("France", 1, 0, 0), row("United Kingdom", 0, 0, 1)]);
    expect((await rowsOf("2026-03-11")).map(({ count }) => count)).toEqual([2, 1, 1, 1]);
    expect(await rowsOf(undefined, "2026-03-10")).toEqual([row("United Kingdom", 1, 1, 0)]);
    expect(await rowsOf("2026-03-13", "2026-03-31")).toEqual([]);
  });

  it("accepts the first and the last possible day", async () => {
    expect(await rowsOf("0001-01-01", "9999-12-31")).toHaveLength(4);
    expect(await rowsOf("9999-12-31", "9999-12-31")).toEqual([]);
  });

  it.each([{ fromDate: "", toDate: "" }, { fromDate: null, toDate: null }, {}])("%j means every day", async (body) => {
    expect((await report(body)).body.data).toHaveLength(4);
  });

  it("refuses a from date after the to date, with the field", async () => {
    const { code, body } = await report({ fromDate: "2026-03-12", toDate: "2026-03-11" });
    expect([code, body.status, body.message]).toEqual([400, 0, "From date must be before To date."]);
    expect(body.errors).toEqual([{ path: "fromDate", message: "From date must be before To date." }]);
  });

  it.each(["2026-02-30", "01-03-2026", "yesterday", "0000-01-01", 20260301, {}])(
    "refuses %j as a day",
    async (toDate) => {
      const { code, body } = await report({ toDate });
      expect([code, body.errors?.[0]?.path, body.message]).toEqual([400, "toDate", "A date must be YYYY-MM-DD."]);
    },
  );

  it("is available to every role", async () => {
    for (const role of ROLES) expect([role, (await report({}, await program.signIn(role))).code]).toEqual([role, 200]);
  });

  it("leaves out a deleted order, counts it again after a restore, and never counts a purged one", async () => {
    const admin = await program.signIn("Admin");
    const id = await orderAt("2026-04-01T01:00:00Z", "PT", "New");
    const shown = async () => (await rowsOf("2026-04-01", "2026-04-01")).map(({ nationality }) => nationality);
    const move = (updatingStatus: string) => put(program, admin, "move-order-status", { orderId: id, updatingStatus });
    expect(await shown()).toEqual(["Portugal"]);
    expect((await move("Deleted")).code).toBe(200);
    expect(await shown()).toEqual([]);
    expect((await move("New")).code).toBe(200);
    expect(await shown()).toEqual(["Portugal"]);
    await move("Deleted");
    const purge = { orderId: id, updatingStatus: "Deleted", permanentDeletedFlag: true };
    expect((await put(program, admin, "change-order-status", purge)).code).toBe(200);
    expect(await shown()).toEqual([]);
  });
});
