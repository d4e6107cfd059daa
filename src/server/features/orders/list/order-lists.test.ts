import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MONTHS } from "#contract/dates.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { OPEN_SORT_FIELDS, type OrderRow, SORT_FIELDS, type SortField } from "#contract/orders/orders.ts";
import { LIST_NAMES, type ListName, QUEUE } from "#contract/orders/queues.ts";
import { STATUSES_BY_LABEL, statusLabel } from "#contract/orders/status-labels.ts";
import { sortKey } from "#contract/text.ts";
import { type Answer, call } from "#test/support/client.ts";
import { orderIn } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

type Rows = Answer<OrderRow[]>;

const COPIES = 7;
// Few distinct values: every field has ties, and some rows have no value.
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
      const status = QUEUE[list].status;
      if (status !== null) await orderIn(program, { status }, someOrder(copy));
      // Every other order has the same instant as the previous one.
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
/** The sort key of each field, implemented independently. */
const KEYS: Record<SortField, (row: OrderRow) => string | number | null> = {
  order_id: (row) => row.order_id,
  process_status: (row) => statuses.indexOf(row.process_status),
  full_name: (row) => sortKey(row.full_name ?? ""),
  email: (row) => (row.email ?? "").toLowerCase(),
  telephone_number: digits,
  phone_code: digits,
  created_at: (row) => row.created_at,
  refund_date: (row) => row.refund_date,
  processing_date: (row) => row.processing_date,
  process_month: (row) => (row.process_month === null ? null : MONTHS.indexOf(row.process_month)),
  arrival_date: (row) => row.arrival_date,
  due_at: (row) => row.due_at ?? null,
};

/** Ascending, missing values last, ties by id; descending is the exact reverse. */
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
  it("contains only its status, and no order twice @2-060 @2-072", async () => {
    const { body } = await list(name);
    const status = QUEUE[name].status;
    const held = new Set(body.data.map((row) => row.process_status));
    const size = name === "openOrder" ? OPEN.length : name === "allOrder" ? 10 : 1;
    if (status !== null) expect([...held]).toEqual([status]);
    else expect([held.size, held.has("Deleted")]).toEqual([size, false]);
    if (name === "openOrder") expect(held).toEqual(new Set(OPEN));
    expect(new Set(body.data.map(({ order_id }) => order_id)).size).toBe(body.data.length);
    expect([body.data.length, body.total]).toEqual([COPIES * size, COPIES * size]);
  });

  it("has its own sort by default @2-064 @2-065 @2-066 @2-067 @2-068 @2-069 @2-070 @2-071 @2-072 @2-073 @2-074 @2-102", async () => {
    const answer = await list(name);
    const oldestFirst: ListName[] = ["newOrder", "pendingOrder", "awaitingOrder", "awaitingGovtOrder"];
    if (name === "futureOrder") expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS.processing_date, "asc"));
    else if (name === "openOrder") {
      const rows = (await list(name, "&columns=due_at")).body.data;
      expect(idsOf(answer)).toEqual(sorted(rows, KEYS.due_at, "asc"));
    } else if (name === "priorityOrder") expect(idsOf(answer)).toEqual(await byArrival("Priority"));
    else {
      const dir = oldestFirst.includes(name) ? "asc" : "desc";
      expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS.created_at, dir));
    }
  });

  it.each(SORT_FIELDS)("sorts by %s both ways, ties by the id @2-082 @7-010", async (field) => {
    for (const dir of ["asc", "desc"] as const) {
      const answer = await list(name, `&sort=${field}&dir=${dir}`);
      if (name === "refundOrder" && field === "process_status") continue;
      expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS[field], dir));
    }
    expect(idsOf(await list(name, `&sort=${field}`))).toEqual(idsOf(await list(name, `&sort=${field}&dir=asc`)));
  });
});

const OPEN = ["New", "Priority", "Awaiting", "AwaitingGovt", "Contact Customer", "Customer Called"];
const OPEN_LISTS = LIST_NAMES.filter((name) => OPEN.includes(QUEUE[name].status ?? "") || name === "openOrder");

describe("arrival and due time", () => {
  it.each(OPEN_LISTS)("sort %s both ways, rows without one last", async (name) => {
    for (const field of OPEN_SORT_FIELDS) {
      for (const dir of ["asc", "desc"] as const) {
        const answer = await list(name, `&sort=${field}&dir=${dir}&columns=due_at,arrival_date`);
        expect(answer.body.data.every((row) => "due_at" in row)).toBe(true);
        expect(idsOf(answer)).toEqual(sorted(answer.body.data, KEYS[field], dir));
      }
    }
  });

  it.each(LIST_NAMES.filter((name) => !OPEN_LISTS.includes(name)))("are refused as a sort of %s", async (name) => {
    for (const field of OPEN_SORT_FIELDS) {
      const { code, body } = await list(name, `&sort=${field}`);
      expect([code, body.message]).toEqual([400, ORDER_MESSAGES.sortOpenOnly]);
    }
    const { code, body } = await list(name, "&due=late");
    expect([code, body.message]).toEqual([400, ORDER_MESSAGES.dueOpenOnly]);
  });

  it("are in a row only when asked for, in lists and searches", async () => {
    const search = async (more: object) => {
      const body = { start: 0, end: 5, searchVal: "aaron", folderName: "openOrder", ...more };
      return (await call<OrderRow[]>(program.address, "POST", "/api/admin/search-order", { token, body })).body.data;
    };
    const [plain] = (await list("openOrder")).body.data;
    expect(plain).not.toHaveProperty("due_at");
    expect((await search({}))[0]).not.toHaveProperty("due_at");
    expect((await search({ columns: "due_at" }))[0]).toHaveProperty("due_at");
    const { code, body } = await list("openOrder", "&columns=due_at,passport_number");
    expect([code, body.message]).toEqual([
      400,
      "columns must be a comma-separated list of arrival_date, due_at, nationality, mode, flight, document, mail, gateway, refund.",
    ]);
  });

  it("filter open work by what is late and what is due soon, and count it", async () => {
    const at = (hours: number) => new Date(clock.getTime() + hours * 3_600_000).toISOString();
    const ids = idsOf(await list("openOrder"));
    const [late = 0, later = 0, soon = 0, no = 0] = ids.slice(5);
    await program.db.execute(sql`update orders set due_at = ${at(30)}::timestamptz where due_at is not null`);
    await program.db.execute(
      sql`update orders set due_at = ${at(-1)}::timestamptz where id = any(${sql.param([late, later])}::bigint[])`,
    );
    await program.db.execute(sql`update orders set due_at = ${at(1.9)}::timestamptz where id = ${soon}`);
    await program.db.execute(sql`update orders set due_at = null where id = ${no}`);
    const lateOnes = await list("openOrder", "&due=late");
    expect([idsOf(lateOnes), lateOnes.body.total]).toEqual([[late, later].sort((a, b) => a - b), 2]);
    expect(idsOf(await list("openOrder", "&due=soon"))).toEqual([soon]);
    const body = { start: 0, end: 5, searchVal: String(later), folderName: "openOrder", due: "late" };
    const found = await call<OrderRow[]>(program.address, "POST", "/api/admin/search-order", { token, body });
    expect(found.body.data.map(({ order_id }) => order_id)).toEqual([later]);
    const counted = await call(program.address, "GET", "/api/admin/late-count", {
      token: await program.signIn("Telecaller"),
    });
    expect([counted.code, counted.body.data]).toEqual([200, { late: 2, soon: 1, capped: false }]);
  });
});

it("refundOrder sorts its status by label: Refund due before Refunded, and the reverse", async () => {
  const read = async (dir: string) => (await list("refundOrder", `&sort=process_status&dir=${dir}`)).body.data;
  const labels = (rows: OrderRow[]) => rows.map(({ refund_date }) => statusLabel("Refunds", refund_date));
  const [up, down] = [await read("asc"), await read("desc")];
  expect(new Set(labels(up))).toEqual(new Set(["Refund due", "Refunded"]));
  expect(labels(up)).toEqual(labels(up).toSorted());
  expect(down).toEqual(up.toReversed());
});

it("rows of the Priority queue contain the arrival date by which they are sorted", async () => {
  const dates = (await list("priorityOrder")).body.data.map(({ arrival_date }) => arrival_date);
  expect(dates).toEqual(dates.toSorted());
  expect(dates[0]).toMatch(/^2026-04-/);
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

  it("concatenated are the list", async () => {
    const whole = idsOf(await page("limit=1000&sort=full_name"));
    const parts: number[] = [];
    for (let number = 1; parts.length < whole.length; number += 1) {
      const answer = await page(`limit=9&page=${number}&sort=full_name`);
      expect(answer.body.total).toBe(whole.length);
      parts.push(...idsOf(answer));
    }
    expect(parts).toEqual(whole);
  });

  it("have 10 rows by default, and are empty past the end with the correct total", async () => {
    expect(idsOf(await page(""))).toHaveLength(10);
    const past = await page("page=1000");
    expect([past.code, past.body.data, past.body.total]).toEqual([200, [], COPIES * 10]);
  });

  it("accept perPage as limit, but limit takes precedence @7-036", async () => {
    expect(idsOf(await page("perPage=3"))).toHaveLength(3);
    expect(idsOf(await page("perPage=3&limit=4"))).toHaveLength(4);
  });

  it("reduce a limit above 10,000 and continue from there", async () => {
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

  it("ignore a delay @7-010", async () => {
    expect((await page("delay=500")).code).toBe(200);
  });
});

describe("Future Orders by month", () => {
  it("has the count of each month, whichever is requested, and lists the requested one @2-100 @2-102 @9-013", async () => {
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

  it("refuses other months, and other lists have none", async () => {
    expect((await list("futureOrder", "&month=jan")).code).toBe(400);
    expect((await list("newOrder")).body).not.toHaveProperty("months");
  });
});

describe("Order History for a Telecaller", () => {
  it("is refused in the list and in the search; the other lists are not @2-024 @6-005", async () => {
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
