import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MONTHS } from "#contract/dates.ts";
import { LIST_NAMES, LIST_STATUS, type ListName, STATUSES_BY_LABEL } from "#contract/order-status.ts";
import { type OrderRow, SORT_FIELDS, type SortField } from "#contract/orders.ts";
import { searchKey } from "#contract/text.ts";
import { type Answer, call } from "#test/support/client.ts";
import { orderIn } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

type Rows = Answer<OrderRow[]>;

const COPIES = 7;
// Few different values: every field has ties, and some rows have none.
const NAMES = ["Zoë Älund", "aaron b", "  Aaron  B ", "ÉMILE", "王芳"];
const PHONES = [null, "0771 23 45", "555-0100"];

let program: TestProgram;
let token: string;
let clock = new Date("2026-03-10T06:30:00Z");

beforeAll(async () => {
  program = await startTestProgram({ now: () => clock });
  token = await program.signIn("Admin");
  for (let copy = 0; copy < COPIES; copy += 1) {
    for (const list of LIST_NAMES) {
      const status = LIST_STATUS[list];
      if (status !== null) await orderIn(program, { status }, someOrder(copy));
      // Every other order comes in at the same instant as the one before.
      if (copy % 2 === 0) clock = new Date(clock.getTime() + 1000);
    }
  }
  await program.db.execute(
    sql`update orders set refunded_at = created_at + interval '1 hour' where status = 'Refunds' and id % 3 <> 0`,
  );
});
afterAll(() => program.stop());

function someOrder(copy: number) {
  return {
    full_name: NAMES[copy % NAMES.length],
    email: `${"abc"[copy % 3]}@Example.com`,
    telephone_number: PHONES[copy % PHONES.length],
    phone_code: copy % 2 === 0 ? "+94" : null,
    arrival_date: `2026-${String(4 + (copy % 3)).padStart(2, "0")}-0${1 + (copy % 4)}`,
  };
}

const list = (name: string, query = "", as = token): Promise<Rows> =>
  call<OrderRow[]>(program.address, "GET", `/api/admin/get-orders-list/${name}?limit=1000${query}`, { token: as });
const idsOf = ({ body }: Rows) => body.data.map(({ order_id }) => order_id);

const statuses: readonly string[] = STATUSES_BY_LABEL;
const digits = (row: OrderRow) => `${row.phone_code ?? ""}${row.telephone_number ?? ""}`.replace(/\D/g, "");
/** What each field sorts by, written anew. */
const KEYS: Record<SortField, (row: OrderRow) => string | number | null> = {
  order_id: (row) => row.order_id,
  process_status: (row) => statuses.indexOf(row.process_status),
  full_name: (row) => searchKey(row.full_name ?? ""),
  email: (row) => (row.email ?? "").toLowerCase(),
  telephone_number: digits,
  phone_code: digits,
  created_at: (row) => row.created_at,
  refund_date: (row) => row.refund_date,
  processing_date: (row) => row.processing_date,
  process_month: (row) => (row.process_month === null ? null : MONTHS.indexOf(row.process_month)),
};

/** Ascending, what is missing last, the id last of all; descending is the same backwards. */
function sorted(rows: OrderRow[], keyOf: (row: OrderRow) => string | number | null, dir: "asc" | "desc"): number[] {
  const compare = (a: OrderRow, b: OrderRow) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return a.order_id - b.order_id;
    if (left === null) return 1;
    if (right === null) return -1;
    const isBefore =
      typeof left === "string"
        ? Buffer.compare(Buffer.from(left), Buffer.from(String(right))) < 0
        : left < Number(right);
    return isBefore ? -1 : 1;
  };
  const ids = rows.toSorted(compare).map(({ order_id }) => order_id);
  return dir === "asc" ? ids : ids.toReversed();
}

describe.each(LIST_NAMES)("%s", (name) => {
  it("holds its status only, and nothing twice", async () => {
    const { body } = await list(name);
    const status = LIST_STATUS[name];
    const held = new Set(body.data.map((row) => row.process_status));
    if (status !== null) expect([...held]).toEqual([status]);
    else expect([held.size, held.has("Deleted")]).toEqual([10, false]);
    expect(new Set(body.data.map(({ order_id }) => order_id)).size).toBe(body.data.length);
    expect([body.data.length, body.total]).toEqual(status === null ? [COPIES * 10, COPIES * 10] : [COPIES, COPIES]);
  });

  it("comes in its own order when nobody asks for another", async () => {
    const answer = await list(name);
    const oldestFirst: ListName[] = ["newOrder", "pendingOrder", "awaitingOrder", "awaitingGovtOrder"];
    if (name === "futureOrder") expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS.processing_date, "asc"));
    else if (name === "priorityOrder") expect(idsOf(answer)).toEqual(await byArrival("Priority"));
    else {
      const dir = oldestFirst.includes(name) ? "asc" : "desc";
      expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS.created_at, dir));
    }
  });

  it.each(SORT_FIELDS)("sorts by %s both ways, ties by the id", async (field) => {
    for (const dir of ["asc", "desc"] as const) {
      const answer = await list(name, `&sort=${field}&dir=${dir}`);
      expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS[field], dir));
    }
    expect(idsOf(await list(name, `&sort=${field}`))).toEqual(idsOf(await list(name, `&sort=${field}&dir=asc`)));
  });
});

async function byArrival(status: string): Promise<number[]> {
  const result = await program.db.execute<{ id: number }>(
    sql`select id from orders where status = ${status} order by arrival_date, id`,
  );
  return result.rows.map(({ id }) => id);
}

describe("pages", () => {
  const page = (query: string) =>
    call<OrderRow[]>(program.address, "GET", `/api/admin/get-orders-list/allOrder?${query}`, { token });

  it("put together are the list", async () => {
    const whole = idsOf(await page("limit=1000&sort=full_name"));
    const parts: number[] = [];
    for (let number = 1; parts.length < whole.length; number += 1) {
      const answer = await page(`limit=9&page=${number}&sort=full_name`);
      expect(answer.body.total).toBe(whole.length);
      parts.push(...idsOf(answer));
    }
    expect(parts).toEqual(whole);
  });

  it("are 10 rows unless told, and empty past the end with the true total", async () => {
    expect(idsOf(await page(""))).toHaveLength(10);
    const past = await page("page=1000");
    expect([past.code, past.body.data, past.body.total]).toEqual([200, [], COPIES * 10]);
  });

  it("take perPage for limit, limit winning", async () => {
    expect(idsOf(await page("perPage=3"))).toHaveLength(3);
    expect(idsOf(await page("perPage=3&limit=4"))).toHaveLength(4);
  });

  it("cut a limit past 10,000 and go on from there", async () => {
    const cut = await page("limit=1000000");
    expect([cut.code, cut.body.data.length]).toEqual([200, COPIES * 10]);
    expect(idsOf(await page("limit=1000000&page=2"))).toEqual([]);
    await program.db.execute(sql`
      insert into orders (status, status_changed_at, created_at, processing_mode, is_paid)
      select 'Customer Called', now(), now(), 'Standard', true from generate_series(1, 10050)`);
    const called = (query: string) =>
      call<OrderRow[]>(program.address, "GET", `/api/admin/get-orders-list/customerCalledOrder?${query}`, { token });
    const [first, second] = [await called("limit=20000"), await called("limit=20000&page=2")];
    expect([first.body.data.length, second.body.data.length]).toEqual([10_000, 50 + COPIES]);
    expect(first.body.total).toBe(10_050 + COPIES);
    await program.db.execute(sql`delete from orders where full_name is null`);
  });

  it("ignore a delay", async () => {
    expect((await page("delay=500")).code).toBe(200);
  });
});

describe("Future Orders by month", () => {
  it("has the count of each month, whichever is asked for, and lists the asked one", async () => {
    const { body } = await list("futureOrder");
    const months = body.months as Record<string, number>;
    expect(Object.keys(months)).toEqual([...MONTHS]);
    expect(Object.values(months).reduce((sum, count) => sum + count, 0)).toBe(COPIES);
    for (const month of MONTHS) {
      const of = await list("futureOrder", `&month=${month}`);
      expect([of.body.total, of.body.data.length]).toEqual([months[month], months[month]]);
      expect(of.body.data.every((row) => row.process_month === month)).toBe(true);
      expect(of.body.months).toEqual(months);
    }
  });

  it("knows no other months, and other lists have none", async () => {
    expect((await list("futureOrder", "&month=jan")).code).toBe(400);
    expect((await list("newOrder")).body).not.toHaveProperty("months");
  });
});

describe("Order History for a Telecaller", () => {
  it("is refused in the list and in the search; the other lists are not", async () => {
    const telecaller = await program.signIn("Telecaller");
    expect((await list("allOrder", "", telecaller)).code).toBe(403);
    expect((await list("deletedOrder", "", telecaller)).code).toBe(200);
    for (const [folderName, code] of [
      ["allOrder", 403],
      ["newOrder", 200],
    ]) {
      const body = { start: 0, end: 10, searchVal: "", folderName };
      const answer = await call(program.address, "POST", "/api/admin/search-order", { token: telecaller, body });
      expect([folderName, answer.code]).toEqual([folderName, code]);
    }
  });
});
