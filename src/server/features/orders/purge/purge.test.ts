import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Column, eq, getTableColumns, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { disputes, orderRetention, orders } from "#server/platform/db/schema.ts";
import { call, intake, intakeBody } from "#test/support/client.ts";
import { recordFiling } from "#test/support/filings.ts";
import { brokenEvents, eventTypesOf, orderIn, put } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

let program: TestProgram;
let admin: string;

beforeAll(async () => {
  program = await startTestProgram();
  admin = await program.signIn("Admin");
});
afterAll(() => program.stop());

const purge = (orderId: unknown, token = admin) =>
  put<PerOrderResult[]>(program, token, "change-order-status", {
    orderId,
    updatingStatus: "Deleted",
    permanentDeletedFlag: true,
  });

/** Every table and column of the database, including jobs, that contains one of these texts. */
async function placesOf(texts: string[]): Promise<string[]> {
  const columns = await program.db.execute<{ schema: string; table: string; column: string }>(sql`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')`);
  const places: string[] = [];
  for (const { schema, table, column } of columns.rows) {
    for (const text of texts) {
      const found = await program.db.execute(sql`
        select 1 from ${sql.identifier(schema)}.${sql.identifier(table)}
        where position(${text} in lower(${sql.identifier(column)}::text)) > 0 limit 1`);
      if (found.rows.length > 0) places.push(`${schema}.${table}.${column}: ${text}`);
    }
  }
  return places;
}

it("leaves digests that can't confirm a guess of a payload", async () => {
  const { order_id: id } = await intake(program);
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Deleted" });
  const digests = async () =>
    (
      await program.db.execute<{ digest: string; payload: string | null }>(sql`
        select encode(payload_digest, 'hex') as digest, data::text as payload
        from order_events e left join order_event_payloads p on p.event_id = e.id where order_id = ${id} order by seq`)
    ).rows;
  const said = (await digests()).map(({ payload }) => payload ?? "");
  expect(said).toHaveLength(2);
  await purge([id]);
  const left = await digests();
  const guesses = said.map((payload) => createHash("sha256").update(payload).digest("hex"));
  expect(left.slice(0, 2)).toEqual([
    { digest: expect.not.stringMatching(guesses[0] ?? ""), payload: null },
    { digest: expect.not.stringMatching(guesses[1] ?? ""), payload: null },
  ]);
  const salts = await program.db.execute(sql`
    select 1 from order_event_payloads p join order_events e on e.id = p.event_id
    where e.order_id = ${id} and e.type <> 'purged'`);
  expect(salts.rows).toEqual([]);
  expect(await brokenEvents(program)).toEqual([]);
});

it("leaves no tags to filter by", async () => {
  const { order_id: id } = await intake(program);
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Deleted" });
  const tagged = async () => (await program.db.execute(sql`select 1 from order_facets where order_id = ${id}`)).rows;
  expect(await tagged()).toHaveLength(1);
  await purge([id]);
  expect(await tagged()).toEqual([]);
});

it("deletes nothing permanently in a call with another status", async () => {
  const { order_id: id } = await intake(program);
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Deleted" });
  const before = await eventTypesOf(program, id);
  for (const updatingStatus of ["Pending", "New", "Completed"]) {
    const { code, body } = await put(program, admin, "change-order-status", {
      orderId: id,
      updatingStatus,
      permanentDeletedFlag: true,
    });
    expect([code, body.code, body.message]).toEqual([422, "rule_violation", ORDER_MESSAGES.purgeOtherStatus]);
  }
  expect(await eventTypesOf(program, id)).toEqual(before);
  expect((await purge([id])).code).toBe(200);
});

it("leaves no personal data anywhere, and a valid chain of events", async () => {
  const person = ["quillfeather", "quill@purge.example", "p-98765", "203.0.113.77", "4111222233"];
  const { order_id: id } = await intake(program, {
    full_name: "Ursula Quillfeather",
    email: "Quill@purge.example",
    passport_number: "P-98765",
    purchase_ip: "203.0.113.77",
    telephone_number: "4111222233",
    billing_name: "U Quillfeather",
    place_of_stay: "c/o Quillfeather",
  });
  await call(program.address, "POST", "/api/admin/add-new-remark", {
    token: admin,
    body: { orderId: id, remark: "Ms Quillfeather called" },
  });
  await upload(id, "someone@else.example", "asked by Quillfeather");
  await recordFiling(program.address, admin, { orderId: String(id), reference: "Quillfeather 1" });
  await call(program.address, "POST", "/api/front/track-order", {
    body: { orderId: String(id), email: "quill@purge.example" },
  });
  expect(await placesOf(person)).not.toEqual([]);
  const before = await eventTypesOf(program, id);

  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Deleted" });
  const { code, body } = await purge([id]);
  expect([code, body.message]).toEqual([200, ORDER_MESSAGES.orderPurged]);

  expect(await placesOf([...person, "someone@else.example"])).toEqual([]);
  const tombstone = await program.db.execute(
    sql`select id, status, purged_at is not null as is_purged, name_key, email_key from orders where id = ${id}`,
  );
  expect(tombstone.rows).toEqual([{ id, status: "Deleted", is_purged: true, name_key: "", email_key: "" }]);
  const after = await eventTypesOf(program, id);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.at(-1)).toBe("purged");
  const payloads = await program.db.execute(sql`
    select e.type from order_event_payloads p join order_events e on e.id = p.event_id where e.order_id = ${id}`);
  expect(payloads.rows).toEqual([{ type: "purged" }]);
  expect(await brokenEvents(program)).toEqual([]);
});

/** A value of the column's type that no erased column has. */
function someValue(column: Column): string | Date {
  const type = column.getSQLType();
  if (type === "text") return `personal ${column.name}`;
  if (type === "date") return "1984-05-06";
  if (type.startsWith("timestamp")) return new Date("2026-03-01T08:00:00Z");
  if (type.startsWith("numeric")) return "12.5000";
  const characters = /^char\((\d+)\)$/.exec(type)?.[1];
  if (characters !== undefined) return "X".repeat(Number(characters));
  throw new Error(`no value for ${column.name} of type ${type}`);
}

it("erases each column declared personal, and changes only the version and purge date besides", async () => {
  const columns = Object.entries(getTableColumns(orders));
  const personal = columns.filter(([name]) => orderRetention[name as keyof typeof orderRetention] === "personal");
  const id = await orderIn(program, { status: "Deleted" });
  const filled = Object.fromEntries(personal.map(([name, column]) => [name, someValue(column)]));
  const read = async () => (await program.db.select().from(orders).where(eq(orders.id, id)))[0];
  await program.db.update(orders).set(filled).where(eq(orders.id, id));
  const before = await read();
  expect(before).toMatchObject(filled);
  expect((await purge(id)).code).toBe(200);
  const erased = Object.fromEntries(personal.map(([name, column]) => [name, column.notNull ? "" : null]));
  const tombstone = { version: (before?.version ?? 0) + 1, purgedAt: expect.any(Date) };
  expect(await read()).toEqual({ ...before, ...erased, ...tombstone });
});

/** The tables whose rows belong to an order, and what a purge does to them. */
const ROWS_OF_AN_ORDER: Record<string, "deleted" | "kept, without personal data"> = {
  correction_requests: "deleted",
  customer_answers: "deleted",
  customer_questions: "deleted",
  defence_packs: "deleted",
  disputes: "deleted",
  documents: "deleted",
  download_reports: "deleted",
  downloads: "deleted",
  email_changes: "deleted",
  filings: "deleted",
  intake_requests: "kept, without personal data",
  mails: "deleted",
  order_claims: "kept, without personal data",
  order_event_values: "deleted",
  order_events: "kept, without personal data",
  order_facets: "kept, without personal data",
  order_links: "deleted",
  order_returns: "kept, without personal data",
  order_search: "deleted",
  order_submissions: "deleted",
  refunds: "deleted",
  remarks: "deleted",
  status_mails: "deleted",
  visitor_grants: "deleted",
};

it("is decided for every table whose rows belong to an order", async () => {
  const { rows } = await program.db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'orders'::regclass order by name`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ROWS_OF_AN_ORDER));
  const deletes = await readFile(path.join(import.meta.dirname, "purge.repository.ts"), "utf8");
  const deleted = Object.keys(ROWS_OF_AN_ORDER).filter((name) => ROWS_OF_AN_ORDER[name] === "deleted");
  const missing = deleted.filter(
    (name) => !deletes.includes(`.delete(${name.replace(/_(\w)/g, (_, c) => c.toUpperCase())})`),
  );
  expect(missing).toEqual([]);
});

it("deletes the files of the order's mails, and no others", async () => {
  const written = async (orderId: number) => {
    const found = await program.db.execute<{ id: number }>(
      sql`select id from mails where order_id = ${orderId} and state = 'written'`,
    );
    return found.rows.map(({ id }) => id);
  };
  const filesOf = async (mailIds: number[]) =>
    (await readdir(path.join(program.dataDir, "mail"))).filter((name) => mailIds.includes(Number.parseInt(name, 10)));
  const [purged, kept] = [(await intake(program)).order_id, (await intake(program)).order_id];
  for (const id of [purged, kept]) {
    await upload(id, "someone@else.example", "asked for");
    // The mail to the other address, and the notice to the order's own address.
    await vi.waitFor(async () => expect(await written(id)).toHaveLength(2), SOON);
  }
  const [purgedMails, keptMails] = [await written(purged), await written(kept)];
  expect(await filesOf(purgedMails)).toHaveLength(2);
  await put(program, admin, "move-order-status", { orderId: purged, updatingStatus: "Deleted" });
  expect((await purge([purged])).code).toBe(200);
  expect(await filesOf(purgedMails)).toEqual([]);
  expect(await filesOf(keptMails)).toHaveLength(2);
});

it("creates no new order when the checkout repeats its request", async () => {
  const body = intakeBody({ full_name: "Repeating Checkout" });
  const post = () =>
    call<{ order_id: number }>(program.address, "POST", "/api/intake/orders", {
      token: INTAKE_KEY,
      headers: { "idempotency-key": "purge-repeat" },
      body,
    });
  const { order_id: id } = (await post()).body.data;
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Deleted" });
  await purge([id]);
  const again = await post();
  expect([again.code, again.body.data]).toEqual([200, { order_id: id, process_status: "Deleted" }]);
  const paid = await call(program.address, "POST", `/api/intake/orders/${id}/payment`, {
    token: INTAKE_KEY,
    body: { transaction_id: "t", merchant_name: "m" },
  });
  expect(paid.code).toBe(404);
});

async function upload(orderId: number, email: string, reason: string): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ orderId, email, reason, mailServiceProvider: "AWS" })) {
    form.set(name, String(value));
  }
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("Ursula Quillfeather"))], "quillfeather.pdf"));
  const response = await fetch(`${program.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: admin },
    body: form,
  });
  expect(response.status, await response.text()).toBe(200);
}

it("is neither listed, counted, found, shown nor moved", async () => {
  const counts = async () =>
    (await call<Record<string, number>>(program.address, "GET", "/api/admin/get-folder-count", { token: admin })).body
      .data;
  const before = await counts();
  const id = await orderIn(program, { status: "Deleted" }, { full_name: "Vanishing" });
  expect((await counts()).deletedOrdersCount).toBe((before.deletedOrdersCount ?? 0) + 1);
  await purge(id);
  expect(await counts()).toEqual(before);
  for (const folderName of ["deletedOrder", "allOrder"]) {
    const body = { start: 0, end: 1000, searchVal: String(id), folderName };
    const answer = await call(program.address, "POST", "/api/admin/search-order", { token: admin, body });
    expect([answer.body.data, answer.body.total]).toEqual([[], 0]);
  }
  const details = await call(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token: admin });
  const move = await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Awaiting" });
  const remark = await call(program.address, "POST", "/api/admin/add-new-remark", {
    token: admin,
    body: { orderId: id, remark: "still there?" },
  });
  const tracked = await call(program.address, "POST", "/api/front/track-order", {
    body: { orderId: String(id), email: "traveller@example.com" },
  });
  expect([details.code, move.code, remark.code, tracked.code]).toEqual([404, 404, 404, 404]);
  const again = await purge([id]);
  expect([again.code, again.body.message]).toEqual([422, MESSAGES.orderNotFound]);
});

it("is refused per order outside of Deleted and with an open dispute @4-019", async () => {
  const here = await orderIn(program, { status: "Awaiting" });
  const disputed = (await intake(program)).order_id;
  await call(program.address, "POST", "/api/admin/add-new-remark", {
    token: admin,
    body: { orderId: disputed, remark: "chargeback", chargeBack: "Y" },
  });
  await put(program, admin, "move-order-status", { orderId: disputed, updatingStatus: "Deleted" });
  const purged = await orderIn(program, { status: "Deleted" });
  const { code, body } = await purge([here, disputed, purged, purged]);
  expect(code).toBe(200);
  expect(body.message).toBe(`1 of 3 orders deleted permanently. ${ORDER_MESSAGES.purgeNotDeleted}`);
  expect(body.data.map(({ status, message }) => [status, message])).toEqual([
    [0, ORDER_MESSAGES.purgeNotDeleted],
    [0, ORDER_MESSAGES.purgeOpenDispute],
    [1, ORDER_MESSAGES.orderPurged],
  ]);
});

it("is refused for a dispute that is opened while the purge waits for the lock", async () => {
  const { order_id: id } = await intake(program);
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Deleted" });
  const someoneWaits = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const other = await program.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from orders where id = ${id} for update`);
    await tx.insert(disputes).values({ orderId: id, openedAt: new Date() });
    const purging = purge([id]);
    await vi.waitFor(async () => expect((await program.db.execute(someoneWaits)).rows).toHaveLength(1), SOON);
    return { purging };
  });
  expect((await other.purging).body.data).toMatchObject([{ order_id: id, message: ORDER_MESSAGES.purgeOpenDispute }]);
  expect(await program.db.$count(disputes, eq(disputes.orderId, id))).toBe(1);
});

it("is allowed to Admins only @4-019", async () => {
  const id = await orderIn(program, { status: "Deleted" });
  for (const role of ["Manager", "Team", "Night Staff", "Telecaller"] as const) {
    expect([role, (await purge(id, await program.signIn(role))).code]).toEqual([role, 403]);
  }
  expect((await purge(id)).code).toBe(200);
});

it("is the only operation that may change a timeline", async () => {
  const { order_id: id } = await intake(program);
  for (const statement of [
    sql`delete from order_events where order_id = ${id}`,
    sql`update order_events set type = 'moved' where order_id = ${id}`,
    sql`delete from order_event_payloads`,
    sql`update order_event_payloads set data = '{}'`,
    sql`truncate order_events cascade`,
  ]) {
    await expect(program.db.execute(statement)).rejects.toMatchObject({ cause: { code: "42501" } });
  }
  expect(await eventTypesOf(program, id)).toEqual(["created"]);
});
