import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { type OrderRow, SORT_FIELDS, type SortField } from "#contract/orders/orders.ts";
import { isOpenWork, LIST_NAMES, type ListName, QUEUE } from "#contract/orders/queues.ts";
import { call } from "#test/support/client.ts";
import { orderIn } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { neighboursQuery } from "./order-neighbours.repository.ts";

const PER_STATUS = 7;
const NAMES = ["Zoë Älund", "aaron b", "  Aaron  B ", "ÉMILE", "王芳"];
/** The sorts that the screens offer and an index serves, beside each queue's own. */
const INDEXED: SortField[] = ["order_id", "full_name", "email", "telephone_number", "created_at", "process_status"];
const OWN_SORTS: Partial<Record<ListName, SortField[]>> = {
  refundOrder: ["refund_date"],
  futureOrder: ["processing_date", "process_month"],
  ...Object.fromEntries(LIST_NAMES.filter(isOpenWork).map((list) => [list, ["due_at"]])),
};

let program: TestProgram;
let token: string;
let clock = new Date("2026-03-10T06:30:00Z");

beforeAll(async () => {
  program = await startTestProgram({ now: () => clock });
  token = await program.signIn("Admin");
  for (let copy = 0; copy < PER_STATUS; copy += 1) {
    for (const { status } of Object.values(QUEUE)) {
      if (status === null) continue;
      await orderIn(
        program,
        { status },
        {
          full_name: NAMES[copy % NAMES.length],
          email: `${"abc"[copy % 3]}@Example.com`,
          telephone_number: [null, "0771 23 45", "555-0100"][copy % 3],
          arrival_date: `2026-0${4 + (copy % 3)}-0${1 + (copy % 4)}`,
        },
      );
      if (copy % 2 === 0) clock = new Date(clock.getTime() + 1000);
    }
  }
  // Missing values in every column that may be empty, and ties among them.
  await program.db.execute(sql`
    update orders set refunded_at = created_at where id % 3 <> 0;
    update orders set processing_date = null where id % 4 = 1;
    update orders set arrival_date = null where id % 5 = 2`);
});
afterAll(() => program.stop());

interface Neighbours {
  previous: number | null;
  next: number | null;
}
const neighbours = (orderId: number, query: string, as = token) =>
  call<Neighbours>(program.address, "GET", `/api/admin/neighbours/${orderId}?${query}`, { token: as });

async function idsOf(list: ListName, query: string): Promise<number[]> {
  const path = `/api/admin/get-orders-list/${list}?limit=1000${query}`;
  const { body } = await call<OrderRow[]>(program.address, "GET", path, { token });
  return body.data.map(({ order_id }) => order_id);
}

/** Every order's neighbours, by the list's own order. */
async function expectListOrder(list: ListName, query: string): Promise<void> {
  const ids = await idsOf(list, query);
  expect(ids.length).toBeGreaterThan(0);
  for (const [place, id] of ids.entries()) {
    const { body } = await neighbours(id, `orderName=${list}${query}`);
    expect(body.data, `${id} in ${list}${query}`).toEqual({
      previous: ids[place - 1] ?? null,
      next: ids[place + 1] ?? null,
    });
  }
}

describe.each(LIST_NAMES)("the neighbours of each order of %s are those beside it in the list", (list) => {
  const sorts = list === "allOrder" ? (["refund_date", "process_status", "full_name"] as const) : SORT_FIELDS;
  it("by its own sort and by one with missing values, both ways", async () => {
    for (const query of ["", "&sort=refund_date&dir=asc", "&sort=refund_date&dir=desc"]) {
      await expectListOrder(list, query);
    }
  });

  it("by every field, both ways", { tags: "long" }, async () => {
    for (const sort of sorts) {
      for (const dir of ["asc", "desc"]) await expectListOrder(list, `&sort=${sort}&dir=${dir}`);
    }
  });
});

it("of a month of Future Order are those of its month", async () => {
  const months = await call<OrderRow[]>(program.address, "GET", "/api/admin/get-orders-list/futureOrder", { token });
  const month = months.body.data.find(({ process_month }) => process_month !== null)?.process_month;
  await expectListOrder("futureOrder", `&month=${month}`);
  await expectListOrder("futureOrder", `&month=${month}&sort=process_month&dir=desc`);
});

describe("an order that has left the list", () => {
  it.each(["", "&sort=full_name&dir=desc", "&sort=process_status", "&sort=refund_date&dir=asc"])(
    "keeps its place there (%s)",
    async (query) => {
      const ids = await idsOf("newOrder", query);
      const [before, left, after] = ids.slice(2, 5);
      await program.db.execute(sql`update orders set status = 'Awaiting' where id = ${left}`);
      const { body } = await neighbours(left ?? 0, `orderName=newOrder${query}`);
      await program.db.execute(sql`update orders set status = 'New' where id = ${left}`);
      expect(body.data).toEqual({ previous: before, next: after });
    },
  );
});

it("are refused for an order that does not exist, an unknown list and a role without the list", async () => {
  const missing = await neighbours(999_999, "orderName=newOrder");
  expect([missing.code, missing.body.message]).toEqual([404, MESSAGES.orderNotFound]);
  const unknown = await neighbours(100_001, "orderName=lostOrder");
  expect([unknown.code, unknown.body.message]).toEqual([400, "Unknown list name."]);
  expect((await neighbours(100_001, "orderName=newOrder&sort=passport_number")).code).toBe(400);
  const telecaller = await program.signIn("Telecaller");
  expect((await neighbours(100_001, "orderName=allOrder", telecaller)).code).toBe(403);
  expect((await neighbours(100_001, "orderName=newOrder", telecaller)).code).toBe(200);
});

describe("among many orders", () => {
  beforeAll(async () => {
    await program.db.execute(sql`
      insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, name_key, email_key, telephone_key,
        arrival_date, processing_date, refunded_at)
      select (array['New','Priority','Pending','Future','Awaiting','Refunds','Completed','Deleted','Contact Customer',
          'AwaitingGovt','Customer Called'])[1 + n % 11]::order_status,
        now(), timestamptz '2026-01-01' + n * interval '1 minute', 'Standard', true, 'name ' || n % 900,
        'mail' || n % 900, (n % 900)::text, date '2026-01-01' + n % 300, date '2026-01-01' + n % 290,
        case when n % 2 = 0 then timestamptz '2026-01-01' + n * interval '1 minute' end
      from generate_series(1, 30000) n;
      analyze orders`);
  });

  it.each(LIST_NAMES)("are read from an index of %s, without sorting it", async (list) => {
    const [id = 0] = await idsOf(list, "&page=1");
    for (const sort of [undefined, ...INDEXED, ...(OWN_SORTS[list] ?? [])]) {
      for (const dir of ["asc", "desc"] as const) {
        const query = neighboursQuery({ orderId: id, list, month: undefined, sort, dir });
        const { rows } = await program.db.execute<{ "QUERY PLAN": string }>(sql`explain ${query}`);
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        // The nearest of six queues is picked from six rows.
        const sorted = plan.match(/Sort .*rows=(\d+)/g)?.filter((line) => !line.endsWith("rows=6")) ?? [];
        expect(list === "openOrder" ? sorted : (plan.match(/Sort/) ?? []), `${list} by ${sort} ${dir}`).toEqual([]);
        expect(plan, `${list} by ${sort} ${dir}`).not.toMatch(/Seq Scan on orders|Bitmap/);
      }
    }
  });
});
