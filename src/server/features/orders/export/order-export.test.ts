import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { EXPORT_HEADINGS } from "#contract/orders/order-export.ts";
import { ROLES } from "#contract/roles.ts";
import { auditEvents, auditPayloads } from "#server/platform/db/schema.ts";
import { intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { orderIn } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const clock = fixedClock("2026-03-10T08:00:00Z");
let program: TestProgram;
let token: string;
/** As scripts and as browsers ask. */
const ENCODINGS = ["identity", "zstd"];
/** Enough that the answer exceeds the buffers of network and process, also when it is compressed. */
const MANY = 15_000;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { REAUTH_MINUTES: "720" } });
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());

const exportOf = async (list: string, query: Record<string, string> = {}, as = token) =>
  await fetch(`${program.address}/api/admin/export-orders/${list}`, {
    method: "POST",
    headers: { authorization: as, "content-type": "application/json" },
    body: JSON.stringify(query),
  });
const rowsOf = async (list: string, query: Record<string, string> = {}): Promise<Record<string, string>[]> =>
  parse(await (await exportOf(list, query)).text(), { bom: true, columns: true });
const namesOf = async (list: string, query: Record<string, string> = {}) =>
  (await rowsOf(list, query)).map((row) => row["Full Name"]);
async function recorded() {
  const rows = await program.db
    .select({ data: auditPayloads.data })
    .from(auditEvents)
    .innerJoin(auditPayloads, eq(auditPayloads.eventId, auditEvents.id))
    .where(eq(auditEvents.type, "orders-exported"))
    .orderBy(auditEvents.id);
  return rows.map(({ data }) => data);
}

/** Connections that exports hold: they read, or wait for their clients. */
const IS_EXPORT = sql`datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
  and (state like 'idle in%' or query like 'fetch %')`;

async function heldByExports(): Promise<number> {
  const { rows } = await program.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where ${IS_EXPORT}`,
  );
  return rows[0]?.count ?? 0;
}

/** Starts an export without reading its body. */
async function begin(list: string, encoding = "identity") {
  const headers = { authorization: token, "content-type": "application/json", "accept-encoding": encoding };
  const clientRequest = request(`${program.address}/api/admin/export-orders/${list}`, { method: "POST", headers });
  clientRequest.on("error", () => undefined);
  clientRequest.end("{}");
  const answer = await new Promise<import("node:http").IncomingMessage>((resolve) =>
    clientRequest.once("response", resolve),
  );
  return { clientRequest, answer };
}

async function fillCompleted(count: number): Promise<void> {
  await program.db.execute(sql`
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, full_name, name_key, email)
    select 'Completed', now(), '2026-01-01'::timestamptz + n * interval '1 second', 'Standard', true,
      'Traveller ' || n || ' ' || (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 50) part),
      'traveller', 'a@example.com'
    from generate_series(1, ${count}::int) n`);
}

describe("an export", () => {
  // No order of another test, or of a first try of the same one.
  beforeEach(async () => void (await program.db.execute(sql`update orders set status = 'Deleted'`)));

  it("contains what the customer gave for a country that is not known", async () => {
    await intake(program, { nationality: "Ruritania", paid: true });
    await intake(program, { nationality: "Laos", paid: true });
    const countries = (await rowsOf("allOrder")).map(({ Nationality }) => Nationality);
    expect(countries.sort()).toEqual(["Lao People's Democratic Republic", "Unknown (Ruritania)"]);
  });

  it("contains the whole list in readable form, sorted", async () => {
    const given = {
      nationality: "GB",
      phone_code: "+94",
      telephone_number: "77 1",
      passport_number: "SECRET1",
      flight_number: "ul504",
    };
    const paid = { amount: "49.9", currency: "USD", transaction_id: "ch_1", merchant_name: "Shop", gateway_id: 2 };
    clock.at = new Date("2026-03-10T08:00:00Z");
    const { order_id: id } = await intake(program, {
      ...given,
      ...paid,
      full_name: "Zoë 王",
      arrival_date: "2026-03-11",
    });
    clock.at = new Date("2026-03-10T09:00:00Z");
    await intake(program, { full_name: "Second", arrival_date: "2026-03-11", paid: true });
    const answer = await exportOf("newOrder");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="orders-new-2026-03-10.csv"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
    expect(text.startsWith("\ufeff")).toBe(true);
    expect(text).not.toContain("SECRET1");
    const [first, second, ...others] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(others).toEqual([]);
    expect(Object.keys(first ?? {})).toEqual([...EXPORT_HEADINGS]);
    expect(first).toEqual({
      "Order Id": String(id),
      Status: "New",
      "Full Name": "Zoë 王",
      Email: "traveller@example.com",
      Telephone: "'+94 77 1",
      Nationality: "United Kingdom",
      "Arrival Date": "2026-03-11",
      "Processing Mode": "Standard",
      "Processing Date": "2026-03-10",
      "Created At (UTC)": "2026-03-10 08:00:00",
      Paid: "Yes",
      "Paid At (UTC)": "2026-03-10 08:00:00",
      "Refund Date (UTC)": "",
      Amount: "49.90",
      Currency: "USD",
      "Transaction Id": "ch_1",
      "Merchant Name": "Shop",
      Gateway: "PayPal",
      "Flight Number": "ul504",
      "Due At (UTC)": "2026-03-10 09:00:00",
      Document: "No",
      "Refunded Amount": "",
      "Refund Left": "",
    });
    expect(second).toMatchObject({ "Full Name": "Second", Telephone: "", Amount: "", Gateway: "Stripe" });
  });

  it("accepts the list's search, sort and month", async () => {
    for (const full_name of ["Zoë 王", "Second"]) await intake(program, { full_name, arrival_date: "2026-03-11" });
    expect(await namesOf("newOrder", { sort: "full_name", dir: "asc" })).toEqual(["Second", "Zoë 王"]);
    expect(await namesOf("newOrder", { search: "zoe" })).toEqual(["Zoë 王"]);
    expect(await namesOf("newOrder", { search: "%_" })).toEqual([]);
    expect(await namesOf("newOrder", { search: "z" })).toHaveLength(2);
    await intake(program, { full_name: "In April", arrival_date: "2026-04-20" });
    await intake(program, { full_name: "In May", arrival_date: "2026-05-20" });
    expect(await namesOf("futureOrder", { month: "May" })).toEqual(["In May"]);
    expect(await namesOf("allOrder", { search: "in" })).toEqual(["In May", "In April"]);
  });

  it("turns no customer input into a formula or an extra cell", async () => {
    const names = ['=HYPERLINK("http://evil.example","click")', "@SUM(A1)", 'a","=1+1', "＝A1+1", "-A1+1"];
    for (const full_name of names)
      await orderIn(program, { status: "Awaiting" }, { full_name, merchant_name: full_name });
    const rows = parse(await (await exportOf("awaitingOrder")).text(), { bom: true }) as string[][];
    expect(rows).toHaveLength(names.length + 1);
    for (const row of rows) {
      expect(row).toHaveLength(EXPORT_HEADINGS.length);
      for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
    }
  });

  it("of an empty list has the headings", async () => {
    expect((await (await exportOf("pendingOrder")).text()).trim().split("\r\n")).toHaveLength(1);
  });

  it("is recorded in the audit log at its start and end, without the search text", async () => {
    const common = { list: "allOrder", month: null, is_search: true };
    // The end of an earlier export may be recorded only now.
    const own = async () => (await recorded()).filter((data) => "is_search" in data && data.is_search);
    const before = (await own()).length;
    await intake(program, { full_name: "Zoë 王" });
    await (await exportOf(common.list, { search: "zoe" })).text();
    await vi.waitFor(async () => expect((await own()).slice(before)).toHaveLength(2), SOON);
    expect((await own()).slice(before)).toEqual([
      { ...common, state: "begun", rows: 0 },
      { ...common, state: "complete", rows: 1 },
    ]);
  });

  it("is recorded with the filters that were used, without their values", async () => {
    const own = async () => (await recorded()).filter((data) => "filters" in data && data.filters !== undefined);
    const before = (await own()).length;
    await (await exportOf("openOrder", { nat: "GB", claim: "me", due: "late" })).text();
    await vi.waitFor(async () => expect((await own()).slice(before)).toHaveLength(2), SOON);
    const common = { list: "openOrder", month: null, due: "late", filters: ["nat", "claim"], is_search: false };
    expect((await own()).slice(before)).toEqual([
      { ...common, state: "begun", rows: 0 },
      { ...common, state: "complete", rows: 0 },
    ]);
  });

  it("is available to Admins and Managers only", async () => {
    for (const role of ROLES) {
      const answer = await exportOf("pendingOrder", {}, await program.signIn(role));
      expect([role, answer.status]).toEqual([role, ["Admin", "Manager"].includes(role) ? 200 : 403]);
    }
  });

  it("accepts no search in the URL, which logs would keep, and no unknown list or sort", async () => {
    const address = `${program.address}/api/admin/export-orders/newOrder?search=somebody@example.com`;
    expect((await fetch(address, { headers: { authorization: token } })).status).toBe(404);
    expect((await exportOf("noOrder")).status).toBe(400);
    expect((await exportOf("newOrder", { sort: "passport_number" })).status).toBe(400);
  });
});

describe("a large export", () => {
  beforeAll(() => fillCompleted(MANY));
  beforeEach(async () => {
    await program.db.execute(sql`update orders set status = 'Completed' where full_name like 'Traveller%'`);
    await vi.waitFor(async () => expect(await heldByExports()).toBe(0), SOON);
  });

  it("is one snapshot, with each order once, despite concurrent changes", async () => {
    const { answer } = await begin("completedOrder");
    await program.db.execute(sql`update orders set status = 'Awaiting' where status = 'Completed' and id % 2 = 0`);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const rows = parse(Buffer.concat(chunks), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(MANY);
    expect(new Set(rows.map((row) => row["Order Id"])).size).toBe(MANY);
  });

  it("is byte for byte the same when it is compressed", async () => {
    const bytesBy = async (encoding: string) => {
      const { answer } = await begin("completedOrder", encoding);
      expect(answer.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
      expect(answer.headers.vary).toBe("accept-encoding");
      return await buffer(answer);
    };
    const plain = await bytesBy("identity");
    expect(gunzipSync(await bytesBy("gzip")).equals(plain)).toBe(true);
    expect(zstdDecompressSync(await bytesBy("zstd")).equals(plain)).toBe(true);
  });

  it.each(ENCODINGS)(
    "reads no further than its client receives, and frees the connection as soon as the client closes (%s)",
    async (encoding) => {
      const before = (await recorded()).length;
      const { clientRequest } = await begin("completedOrder", encoding);
      expect(await heldByExports()).toBe(1);
      clientRequest.destroy();
      await vi.waitFor(async () => expect(await heldByExports()).toBe(0), SOON);
      await vi.waitFor(async () => expect((await recorded()).slice(before)).toHaveLength(2), SOON);
      const last = (await recorded()).at(-1) as { state: string; rows: number };
      expect(last.state).toBe("broken off");
      expect(last.rows).toBeLessThan(MANY);
    },
  );

  it.each(ENCODINGS)("that the database aborts is truncated and never looks complete (%s)", async (encoding) => {
    const { answer } = await begin("completedOrder", encoding);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await program.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${IS_EXPORT}`);
    const read = (async () => {
      for await (const _ of answer);
    })();
    await expect(read).rejects.toThrow("aborted");
    await vi.waitFor(async () => expect(await heldByExports()).toBe(0), SOON);
  });

  it("runs alongside one other, and a third is refused", async () => {
    const running = [await begin("completedOrder"), await begin("completedOrder")];
    const third = await exportOf("completedOrder");
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await third.json()).toMatchObject({ code: "rate_limited", message: ORDER_MESSAGES.exportsBusy });
    for (const { clientRequest } of running) clientRequest.destroy();
    await vi.waitFor(async () => expect((await exportOf("pendingOrder")).status).toBe(200), SOON);
  });

  it("is aborted when the server stops", async () => {
    const other = await startTestProgram();
    await other.db.execute(sql`
      insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, full_name)
      select 'Completed', now(), now(), 'Standard', true, repeat('x', 800) from generate_series(1, ${MANY}::int)`);
    const authorization = await other.signIn("Admin");
    const answer = await fetch(`${other.address}/api/admin/export-orders/completedOrder`, {
      method: "POST",
      // Compressed, these rows would fit into the buffers.
      headers: { authorization, "content-type": "application/json", "accept-encoding": "identity" },
      body: "{}",
    });
    await other.stop();
    await expect(answer.text()).rejects.toThrow();
  });
});
