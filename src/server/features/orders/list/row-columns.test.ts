import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROW_COLUMNS } from "#contract/orders/order-columns.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { ROLES } from "#contract/roles.ts";
import { call, intake } from "#test/support/client.ts";
import { addDocumentRow } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { rowColumnsQuery } from "./row-columns.repository.ts";

const GATEWAY = "Harbour Pay";
const ALL = ROW_COLUMNS.join();

let program: TestProgram;
let token: string;
let full = 0;
let empty = 0;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Admin");
  const facts = {
    nationality: "LK",
    flight_number: "UL 504",
    passport_number: "N1234567",
    date_of_birth: "1980-02-03",
  };
  ({ order_id: full } = await intake(program, { ...facts, full_name: "Columns Full", processing_mode: "Priority" }));
  const nothing = { nationality: "Atlantis", flight_number: null, full_name: "Columns Empty" };
  ({ order_id: empty } = await intake(program, nothing));
  await addDocumentRow(program, full);
  await program.db.execute(sql`
    with given as (insert into gateways (name) values (${GATEWAY}) returning id)
    update orders set gateway_id = (select id from given), due_at = '2026-03-11T10:00:00Z' where id = ${full}`);
  await program.db.execute(sql`update orders set due_at = null, gateway_id = null where id = ${empty}`);
  await addMail(full, "document", "bounced");
  await addMail(full, "document", "delivered");
  await addMail(full, "notice", "failed");
  await addMail(empty, "notice", "sent");
});
afterAll(() => program.stop());

const addMail = (orderId: number, kind: string, state: string) =>
  program.db.execute(sql`
    insert into mails (order_id, kind, created_at, customer_name, from_address, to_address, subject, html, text, provider, state)
    values (${orderId}, ${kind}, now(), 'N. K. Perera', 'a@example.com', 'b@example.com', 's', '', '', 'AWS', ${state})`);

async function rows(columns: string | undefined, as = token): Promise<Map<number, OrderRow>> {
  const more = columns === undefined ? "" : `&columns=${columns}`;
  const path = `/api/admin/get-orders-list/openOrder?limit=100${more}`;
  const { body } = await call<OrderRow[]>(program.address, "GET", path, { token: as });
  return new Map(body.data.map((row) => [row.order_id, row]));
}

async function search(columns: string) {
  const body = { start: 0, end: 5, searchVal: "columns full", folderName: "openOrder", columns };
  return await call<OrderRow[]>(program.address, "POST", "/api/admin/search-order", { token, body });
}

describe("a row", () => {
  it("has each column's value where it was asked for", async () => {
    const found = await rows(ALL);
    expect(found.get(full)).toMatchObject({
      due_at: "2026-03-11T10:00:00.000Z",
      nationality: "Sri Lanka",
      mode: "Priority",
      flight: "UL 504",
      document: true,
      mail: "delivered",
      gateway: GATEWAY,
    });
    expect(found.get(empty)).toMatchObject({
      due_at: null,
      nationality: "Atlantis",
      mode: "Standard",
      flight: null,
      document: false,
      mail: null,
      gateway: null,
    });
    expect((await search(ALL)).body.data).toEqual([found.get(full)]);
  });

  it.each(ROW_COLUMNS)("has of the optional fields only %s when only that was asked for", async (column) => {
    const own = Object.keys((await rows(undefined)).get(full) ?? {});
    const asked = Object.keys((await rows(column)).get(full) ?? {});
    expect(new Set(asked)).toEqual(new Set([...own, column]));
    const [every, one] = [(await rows(ALL)).get(full), (await rows(column)).get(full)];
    expect(one?.[column]).toEqual(every?.[column]);
  });

  it("has neither passport number nor date of birth, whatever is asked for", async () => {
    const text = JSON.stringify([...(await rows(ALL)).values()]);
    expect(text).not.toContain("N1234567");
    expect(text).not.toContain("1980-02-03");
  });

  it.each(ROLES)("shows the gateway to %s, as the order's details do", async (role) => {
    const as = await program.signIn(role);
    expect((await rows("gateway", as)).get(full)?.gateway).toBe(GATEWAY);
  });
});

it.each(["passport_number", "date_of_birth", "assignee", "due_at,,mode", ""])(
  "refuses %j as a column, in lists and searches",
  async (columns) => {
    const message =
      "columns must be a comma-separated list of arrival_date, due_at, nationality, mode, flight, document, mail, gateway, refund.";
    const path = `/api/admin/get-orders-list/openOrder?columns=${columns}`;
    for (const { code, body } of [await call(program.address, "GET", path, { token }), await search(columns)]) {
      expect([code, body.message]).toEqual([400, message]);
    }
  },
);

it("among many orders, documents and mails the columns are read by the ids of the page alone", async () => {
  await program.db.execute(sql`
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid)
    select 'New', now(), now(), 'Standard', true from generate_series(1, 20000)`);
  await program.db.execute(sql`
    insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, sha256, storage_key, created_at)
    select id, 1, 'c.pdf', 'c.pdf', '', 'application/pdf', 3, '', 'many/' || id, now() from orders
    where id > ${empty}`);
  await program.db.execute(sql`
    insert into mails (order_id, kind, created_at, customer_name, from_address, to_address, subject, html, text, provider, state)
    select id, 'document', now(), '', '', '', '', '', '', 'AWS', 'sent' from orders where id > ${empty}`);
  await program.db.execute(sql`analyze orders, documents, mails`);
  const ids = sql`${sql.param([full, empty])}`;
  const query = rowColumnsQuery(program.db, ids, sql`${sql.param([...ROW_COLUMNS])}`);
  const { rows: lines } = await program.db.execute<{ "QUERY PLAN": string }>(sql`explain analyze ${query}`);
  const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/orders_pkey/);
  expect(plan).toMatch(/documents_order_version/);
  expect(plan).toMatch(/mails_order/);
  expect(plan).not.toMatch(/Seq Scan on (orders|documents|mails)/);
  const unasked = rowColumnsQuery(program.db, ids, sql`${sql.param(["due_at"])}`);
  const { rows: cheap } = await program.db.execute<{ "QUERY PLAN": string }>(sql`explain analyze ${unasked}`);
  const others = cheap.filter((line) => /on (documents|mails|gateways)/.test(line["QUERY PLAN"]));
  expect(others.filter((line) => !line["QUERY PLAN"].includes("never executed"))).toEqual([]);
});
