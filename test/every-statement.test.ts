import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDatabase } from "#server/platform/db/client.ts";
import { openCalls } from "#test/support/answered-call.ts";
import { call } from "#test/support/client.ts";
import { collectPlans, createExplainedDatabase, type ExecutedPlan } from "#test/support/executed-plans.ts";
import { answerWithFactor, FACTOR_CALLS } from "#test/support/factor-calls.ts";
import { fillAllTables, SMALL_TABLES } from "#test/support/filled-tables.ts";
import { takingTransports } from "#test/support/hook-program.ts";
import { randomRuns } from "#test/support/long-run.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { createScenario, reportBounce } from "#test/support/personal-calls.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { createBrowser } from "#test/support/second-factor.ts";
import { sendgridKeys } from "#test/support/sendgrid-signer.ts";
import { addTestMembers, emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const ORDERS = randomRuns(20_000, 100_000);

/** Statements that may read a table that grows from end to end: what their text contains, and why. */
const WHOLE_READS: Record<string, string> = {
  "WITH counted AS": "once a night, the check of the kept counts",
  "FROM computed_order_tags": "once a night, the check of the filters' tags",
  'delete from "member_notices"': "once a night; of one month",
  "delete from rate_limits": "every half hour; of the last hour",
  "p.data ->> 'hour' is not null union all": "Admins only: counts up to 10,000 hours of members",
  "declare batches no scroll cursor": "an export of the whole list, which a person asked for, row by row",
  // In the gate's small tables.
  ...(ORDERS < 60_000 && { "scanned where exists": "the finder: at most 60,000 rows from the start of a list" }),
  'count(*) filter (where "disputes"."closed_at" is null)':
    "the disputes, of which there are a hundredth of the orders",
};

/** Calls that don't answer here, and why. */
const UNANSWERED: Record<string, string> = {
  "POST /admin/dismiss-duplicate": "its example names no duplicate: `related-orders.test.ts`",
  "POST /hooks/ses": "not configured: reports of SES and SendGrid are stored by the same statements",
};

const { webhookKey, key } = sendgridKeys();
const names = (await contractOperations()).map(operationName);
/** By the call during which they were executed; those of jobs too. */
const executed = new Map<string, ExecutedPlan[]>();
const answers: Record<string, [number, string]> = {};
let program: TestProgram;
let during = "start";
let rowsOf: Map<string, number>;
let stopCollecting: () => void;

beforeAll(async () => {
  stopCollecting = collectPlans((plan) => executed.set(during, [...(executed.get(during) ?? []), plan]));
  program = await startTestProgram({
    environment: { MAIL_UNDO_SECONDS: "0" },
    services: {
      hooks: { topicArn: null, webhookKey },
      mailTransports: takingTransports,
      packRenderer: { render: async () => ({ bytes: plainPdf("a pack"), pages: 1 }), close: async () => undefined },
      viewLog: { writeMs: 10 },
      audit: { writeMs: 10 },
    },
    database: await createExplainedDatabase(async ({ db, pool }) => {
      await addTestMembers(db);
      await fillAllTables(pool, ORDERS);
    }),
  });
  const tables = await program.database.pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::int as rows from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  rowsOf = new Map(tables.rows.map(({ name, rows }) => [name, rows]));
  await jobsDone();
  during = "permanent deletion";
  await purgeOne();
  const calls = await openCalls(program);
  for (const name of names) {
    during = name;
    if (name === "GET /admin/events") await readFirstEvent();
    else if (name === "POST /hooks/sendgrid")
      answers[name] = [await reportBounce(program, await createScenario(program, name), key), ""];
    else if (FACTOR_CALLS.includes(name)) answers[name] = await answerWithFactor(program, name);
    else {
      const { code, text } = await calls.answerOf(name);
      answers[name] = [code, text.slice(0, 300)];
    }
  }
  during = "jobs";
  await jobsDone();
});
afterAll(async () => {
  stopCollecting();
  await program.stop();
});

/** An order with rows in every table. */
async function purgeOne(): Promise<void> {
  const { pool } = program.database;
  const orderId = 100_500;
  await pool.query("update orders set status = 'Deleted' where id = $1", [orderId]);
  const body = { orderId: [orderId], updatingStatus: "Deleted", permanentDeletedFlag: true };
  const token = await program.signIn("Admin");
  const answer = await call(program.address, "PUT", "/api/admin/change-order-status", { token, body });
  answers["permanent deletion"] = [answer.code, JSON.stringify(answer.body).slice(0, 300)];
}

async function readFirstEvent(): Promise<void> {
  // A session of its own: calls about the Admin's factors end the others.
  const { token = "" } = await createBrowser(program.address).signIn(emailOf("Admin"));
  const stop = new AbortController();
  const response = await fetch(`${program.address}/api/admin/events`, {
    headers: { authorization: token },
    signal: stop.signal,
  });
  answers["GET /admin/events"] = [response.status, ""];
  await response.body?.getReader().read();
  stop.abort();
}

const DUE_JOBS = `select name from pgboss.job
  where state = 'active' or (state in ('created', 'retry') and start_after <= now())`;

/** Resolves when each scheduled job has run, and none that is due is waiting. */
async function jobsDone(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await program.database.pool.query<{ name: string }>(DUE_JOBS);
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** A scan of one of these indexes that names another column than the first reads the index from end to end. */
const FIRST_COLUMNS = `
  select c.relname as name, i.indrelid::regclass::text as table, a.attname as column
    from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
   where c.relnamespace = 'public'::regnamespace and i.indpred is null`;

/** Tables that grow and that the plan reads from end to end. */
async function wholeReads(): Promise<(plan: ExecutedPlan) => string[]> {
  const found = await program.database.pool.query<{ name: string; table: string; column: string }>(FIRST_COLUMNS);
  const indexes = new Map(found.rows.map(({ name, ...index }) => [name, index]));
  const grows = (table: string) => rowsOf.has(table) && !(table in SMALL_TABLES);
  return ({ read, scanned, indexScans }) => {
    const most = [...read]
      .filter(([table, rows]) => rows > Math.max((rowsOf.get(table) ?? 0) / 2, CAPPED))
      .map(([table]) => table);
    const throughIndex = indexScans.flatMap(({ index, condition }) => {
      const first = indexes.get(index);
      return first === undefined || condition.includes(first.column) ? [] : [first.table];
    });
    return [...new Set([...most, ...scanned, ...throughIndex])].filter(grows);
  };
}
/** Rows that lists count at most. */
const CAPPED = 10_001;

it("fills every table that grows", () => {
  const empty = [...rowsOf].filter(([table, rows]) => rows < ORDERS / 2 && !(table in SMALL_TABLES));
  expect(empty).toEqual([]);
  expect(Object.keys(SMALL_TABLES).filter((table) => !rowsOf.has(table))).toEqual([]);
});

it("every call answers, and every scheduled job has run", async () => {
  const expected = ["permanent deletion", ...names].filter((name) => !(name in UNANSWERED));
  expect(
    expected.filter((name) => ![200, 201].includes(answers[name]?.[0] ?? 0)).map((name) => [name, answers[name]]),
  ).toEqual([]);
  const { rows } = await program.database.pool.query<{ name: string }>(
    "select name from pgboss.schedule where name not in (select name from pgboss.job where state = 'completed')",
  );
  expect(rows).toEqual([]);
});

it.each(["start", "permanent deletion", ...names.filter((name) => !(name in UNANSWERED)), "jobs"])(
  "%s reads no table that grows from end to end",
  async (name) => {
    const tablesIn = await wholeReads();
    const found = (executed.get(name) ?? []).flatMap((plan) => {
      const isListed = Object.keys(WHOLE_READS).some((part) => plan.text.includes(part));
      const tables = isListed ? [] : tablesIn(plan);
      return tables.length === 0 ? [] : [`${tables.join(", ")}: ${plan.text}`];
    });
    expect(found).toEqual([]);
  },
);

it("each exception is still one", async () => {
  const tablesIn = await wholeReads();
  const reading = [...executed.values()].flat().filter((plan) => tablesIn(plan).length > 0);
  const unused = Object.keys(WHOLE_READS).filter((part) => !reading.some(({ text }) => text.includes(part)));
  expect(unused).toEqual([]);
});

it("a read from end to end is found: of the table, and of an index", async () => {
  during = "a check of this test";
  const own = createDatabase(program.database.connectionString, { max: 1, log: { warn: () => undefined } });
  await own.pool.query("select * from orders where full_name = 'x'");
  await own.pool.query("set enable_seqscan = off");
  await own.pool.query("select type from audit_events where order_id is null and actor_id > 0");
  await own.close();
  const tablesIn = await wholeReads();
  expect((executed.get(during) ?? []).flatMap(tablesIn)).toEqual(["orders", "audit_events"]);
});
