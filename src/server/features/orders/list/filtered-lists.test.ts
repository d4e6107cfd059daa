import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { MARK_FILTERS, TOO_MANY_FILTERS } from "#contract/orders/order-filter.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { call } from "#test/support/client.ts";
import { addDocumentRow, orderIn } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Admin");
});
afterAll(() => program.stop());

/** The calls that take filters, each with one order's id where it needs one. */
const CALLS = {
  list: (filter: Record<string, string>) => get(`get-orders-list/allOrder?limit=100&${new URLSearchParams(filter)}`),
  search: (filter: Record<string, string>) =>
    post("search-order", { start: 0, end: 100, searchVal: "", folderName: "allOrder", ...filter }),
  neighbours: (filter: Record<string, string>) =>
    get(`neighbours/100001?${new URLSearchParams({ orderName: "allOrder", ...filter })}`),
  export: (filter: Record<string, string>) => post("export-orders/allOrder", filter),
};
const get = (path: string) => call<OrderRow[]>(program.address, "GET", `/api/admin/${path}`, { token });
const post = (path: string, body: unknown) =>
  call<OrderRow[]>(program.address, "POST", `/api/admin/${path}`, { token, body });

describe.each(Object.entries(CALLS))("filters of %s are refused", (_name, ask) => {
  it.each([
    [{ natt: "DE" }, "natt is unknown here."],
    [{ due: "late" }, ORDER_MESSAGES.dueOpenOnly],
    [{ status: "Deleted" }, "status must be a comma-separated list of New, Priority,"],
    [{ nat: "de" }, "nat must be a comma-separated list of two-letter country codes."],
    [{ arrival: "2026-11-29..2026-11-27" }, "arrival must not end before it begins."],
    [{ created: "today..today-1" }, "created must not end before it begins."],
    [
      { arrival: "2026-02-30" },
      "arrival must be a day or a range of days, such as 2026-11-27..2026-11-29, ..2026-11-29 or today..today+6.",
    ],
    [{ mark: "duplicate" }, `mark must be a comma-separated list of ${MARK_FILTERS.join(", ")}.`],
    [
      { nat: "DE", doc: "no", mode: "Standard", gateway: "1", flag: "refund", claim: "me", mail: "none" },
      TOO_MANY_FILTERS,
    ],
  ])("%o", async (filter, sentence) => {
    const { code, body } = await ask(filter);
    expect([code, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
  });
});

describe("a filtered list", () => {
  it("has the orders that pass all filters, in list, search and export, with their number", async () => {
    const early = { nationality: "NZ", arrival_date: "2031-05-04" };
    const wanted = await orderIn(program, { status: "New" }, early);
    const other = await orderIn(program, { status: "New" }, { ...early, arrival_date: "2031-05-06" });
    const done = await orderIn(program, { status: "Completed" }, early);
    await addDocumentRow(program, done);
    const filter = { nat: "NZ,PG", arrival: "2031-05-04..2031-05-05" };
    const ids = async (given: Record<string, string>) => {
      const listed = await CALLS.list(given);
      const found = await CALLS.search(given);
      expect(found.body.data).toEqual(listed.body.data);
      expect(found.body.total).toBe(listed.body.total);
      expect(listed.body.total).toBe(listed.body.data.length);
      return listed.body.data.map(({ order_id }) => order_id).sort();
    };
    expect(await ids(filter)).toEqual([wanted, done]);
    expect(await ids({ ...filter, doc: "no" })).toEqual([wanted]);
    expect(await ids({ nat: "NZ", arrival: "2031-05-06" })).toEqual([other]);
    expect(await ids({ nat: "NZ", dispute: "open" })).toEqual([]);
    const beside = await get(`neighbours/${wanted}?orderName=newOrder&nat=NZ`);
    expect(beside.body.data).toEqual({ previous: null, next: other });
    const text = await fetch(`${program.address}/api/admin/export-orders/allOrder`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify({ ...filter, doc: "yes" }),
    }).then((answer) => answer.text());
    expect(text.trim().split("\n")).toHaveLength(2);
  });

  it("of one's own claims has what others hold not, nor what has returned", async () => {
    const [mine, theirs, free, returned] = await Promise.all(
      [1, 2, 3, 4].map(() => orderIn(program, { status: "New" }, { nationality: "PG" })),
    );
    await program.db.execute(sql`
      insert into order_claims (order_id, member_id, kind, claimed_at, active_until)
      select id, (select id from members where role = role_of::member_role), 'manual', now(), now() + shift
      from (values (${mine}::bigint, 'Admin', interval '1 minute'), (${theirs}, 'Team', '1 minute'), (${returned}, 'Admin', '-1 hour'))
        v(id, role_of, shift)
      on conflict (order_id) do update set member_id = excluded.member_id, active_until = excluded.active_until`);
    const idsBy = async (claim: string) =>
      (await CALLS.list({ nat: "PG", claim })).body.data.map(({ order_id }) => order_id).sort();
    expect(await idsBy("me")).toEqual([mine]);
    expect(await idsBy("none")).toEqual([free, returned].sort());
  });

  it("doesn't let a comment and a change of its order that began before deadlock over the tags", async () => {
    const orderId = await orderIn(program, { status: "New" });
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { comment } = await program.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${orderId} for no key update`);
      const running = post("add-new-remark", { orderId, remark: "On the telephone.", telephone: "Y" });
      await vi.waitFor(async () => expect((await program.db.execute(waiting)).rows).toHaveLength(1), SOON);
      await tx.execute(sql`insert into disputes (order_id, opened_at) values (${orderId}, now())`);
      return { comment: running };
    });
    expect((await comment).code).toBe(200);
    const tagged = await CALLS.list({ flag: "telephone", dispute: "open" });
    expect(tagged.body.data.map(({ order_id }) => order_id)).toEqual([orderId]);
  });

  // The day after it has no four-digit year, and sorted before it: counting to it never ended.
  it("takes the last day there is", async () => {
    for (const key of ["arrival", "created"]) {
      const { code, body } = await CALLS.list({ [key]: "9999-12-30..9999-12-31" });
      expect([code, body.data]).toEqual([200, []]);
    }
  });

  it("takes the delay that clients of the specification send", async () => {
    expect((await get("get-orders-list/newOrder?page=1&limit=10&delay=1")).code).toBe(200);
  });
});
