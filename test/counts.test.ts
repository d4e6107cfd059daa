import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ORDER_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import type { FolderCounts, OrderRow } from "#contract/orders/orders.ts";
import { LIST_NAMES, QUEUE, statusesOf } from "#contract/orders/queues.ts";
import { call, intake } from "#test/support/client.ts";
import { addDocumentRow, brokenEvents, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const ORDERS = 60;
const PAGE = 17;

let program: TestProgram;
let clients: string[];
const ids: number[] = [];

beforeAll(async () => {
  program = await startTestProgram();
  clients = [await program.signIn("Admin"), await program.signIn("Manager")];
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (let index = 0; index < ORDERS; index += 1) {
    const { order_id: id } = await intake(program, {
      paid: index % 5 !== 0,
      processing_mode: index % 4 === 0 ? "Priority" : "Standard",
      arrival_date: index % 3 === 0 ? "2999-01-01" : soon,
    });
    ids.push(id);
    if (index % 2 === 0) await addDocumentRow(program, id);
  }
});
afterAll(() => program.stop());

/** A client's call: the target status, and the indexes of its orders in `ids`. */
interface Action {
  kind: "move" | "many" | "refund" | "purge";
  to: OrderStatus;
  indexes: number[];
}

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom("move", "move", "many", "many", "refund", "purge"),
  to: fc.constantFrom(...ORDER_STATUSES),
  indexes: fc.array(fc.nat({ max: ORDERS - 1 }), { minLength: 1, maxLength: 12 }),
});
const bursts = fc.array(fc.tuple(fc.array(action, { maxLength: 6 }), fc.array(action, { maxLength: 6 })), {
  minLength: 3,
  maxLength: 3,
});

async function perform(token: string, { kind, to, indexes }: Action): Promise<void> {
  const orderId = indexes.map((index) => ids[index] ?? 0);
  const answer = await {
    move: () => put(program, token, "move-order-status", { orderId: orderId[0], updatingStatus: to }),
    many: () => put(program, token, "change-order-status", { orderId, updatingStatus: to }),
    refund: () => put(program, token, "move-to-complete-refund", { orderId: orderId.map((id) => ({ id })) }),
    purge: () =>
      put(program, token, "change-order-status", {
        orderId: orderId.slice(0, 1),
        updatingStatus: "Deleted",
        permanentDeletedFlag: true,
      }),
  }[kind]();
  expect([200, 403, 404, 422], answer.body.message).toContain(answer.code);
}

/** All rows of a list, read page by page, and the totals that the pages gave. */
async function readList(list: string, token: string): Promise<{ rows: OrderRow[]; totals: Set<number | undefined> }> {
  const rows: OrderRow[] = [];
  const totals = new Set<number | undefined>();
  for (let page = 1; ; page += 1) {
    const { body } = await call<OrderRow[]>(
      program.address,
      "GET",
      `/api/admin/get-orders-list/${list}?limit=${PAGE}&page=${page}`,
      { token },
    );
    rows.push(...body.data);
    totals.add(body.total);
    if (body.data.length < PAGE) return { rows, totals };
  }
}

/** Open work, written by hand. */
const OPEN_COUNTS = [
  "newOrdersCount",
  "priorityOrdersCount",
  "awaitingOrdersCount",
  "awaitingGovtCount",
  "contactCustomerOrdersCount",
  "customerCalledCount",
] as const;

async function checkCounts(): Promise<void> {
  const [token = "", other = ""] = clients;
  const { body } = await call<FolderCounts>(program.address, "GET", "/api/admin/get-folder-count", { token: other });
  let sum = 0;
  for (const list of LIST_NAMES) {
    const { rows, totals } = await readList(list, token);
    const { status, count } = QUEUE[list];
    const expected = count === null ? OPEN_COUNTS.reduce((all, each) => all + body.data[each], 0) : body.data[count];
    expect([list, rows.length, ...totals]).toEqual([list, expected, expected]);
    const statuses: readonly string[] = statusesOf(list);
    expect(rows.every((row) => statuses.includes(row.process_status))).toBe(true);
    if (status !== null) sum += rows.length;
  }
  const kept = await program.db.execute<{ count: number }>(
    sql`select count(*)::int as count from orders where purged_at is null`,
  );
  expect(sum).toBe(kept.rows[0]?.count);
  expect(body.data.allOrdersCount).toBe(sum - body.data.deletedOrdersCount);
}

/** Orders whose status or version does not match their timeline. */
async function inconsistentOrders(): Promise<unknown[]> {
  const result = await program.db.execute(sql`
    select o.id, o.status, o.version, last.to from orders o
    join lateral (
      select coalesce(p.data ->> 'to', p.data ->> 'status') as to
      from order_events e join order_event_payloads p on p.event_id = e.id
      where e.order_id = o.id and e.type in ('created', 'paid', 'moved', 'returned', 'released')
      order by e.seq desc limit 1
    ) last on true
    cross join lateral (
      select count(*)::int as changes from order_events e
      where e.order_id = o.id and e.type in ('created', 'moved', 'returned', 'released')
    ) c
    where o.purged_at is null and (o.status::text <> last.to or o.version <> c.changes)`);
  return result.rows;
}

it("counts, totals and lists agree after every burst of two members' moves, and the timelines are intact @1-004 @2-076 @3-009", async () => {
  await checkCounts();
  await fc.assert(
    fc.asyncProperty(bursts, async (given) => {
      for (const [first, second] of given) {
        await Promise.all([
          ...first.map((each) => perform(clients[0] ?? "", each)),
          ...second.map((each) => perform(clients[1] ?? "", each)),
        ]);
        await checkCounts();
        expect(await brokenEvents(program)).toEqual([]);
        expect(await inconsistentOrders()).toEqual([]);
      }
    }),
    // Runs change the same orders, so a failure can't be shrunk: it is reported as it occurred, with its seed.
    { numRuns: 5, endOnFailure: true },
  );
}, 120_000);
