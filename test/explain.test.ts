import { rm } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayIn } from "#contract/dates.ts";
import { LIST_NAMES, type ListName } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { readingFrom } from "#server/platform/db/reading.ts";
import * as schema from "#server/platform/db/schema.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createServices, type Services } from "#server/services.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { LIST_SCREENS } from "#web/features/orders/list/lists.ts";
import { fillOrders } from "../bench/dataset.ts";

const ORDERS = 20_000;
const PAGE = 50;

interface Statement {
  text: string;
  params: unknown[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

let database: TestDatabase;
let dataDir: string;
let services: Services;
let sent: Statement[] = [];
const admin = { id: 1, type: "Admin" as const };

beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog("silent");
  dataDir = await makeDataFolder();
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SESSION_SECRET: "a secret of the tests, long enough to be one",
    INTAKE_API_KEY: "intake-key-of-the-tests",
    DEMO: "0",
  });
  const logger = { logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }) };
  const db = drizzle(database.pool, { schema, logger });
  services = await createServices({
    config,
    secrets: { session: "s".repeat(32), intakeKeys: [] },
    database: {
      connectionString: database.connectionString,
      pool: database.pool,
      db,
      reading: readingFrom({ pool: database.pool, db }),
      load: database.load,
      onOrdersChanged: () => undefined,
      close: async () => undefined,
    },
    // Never started: nothing is enqueued here.
    jobs: createJobs({ connectionString: database.connectionString, log, work: false }),
    now: () => new Date(),
    log,
    publicUrl: () => "http://localhost",
    options: {},
  });
  await services.gateways.ensure(["Stripe"]);
  const author = { name: "A", email: "author@staff.example", password: "correct horse 7", role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [author]);
  await fillOrders(database.pool, ORDERS);
});
afterAll(async () => {
  await database.drop();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

/** What the services really send while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  sent = [];
  await work();
  return sent;
}

async function tablesReadWhole(statement: Statement): Promise<string[]> {
  const whole = (await planOf(statement)).filter((node) => node["Node Type"] === "Seq Scan");
  return whole.map((node) => node["Relation Name"] ?? "");
}

async function planOf({ text, params }: Statement): Promise<PlanNode[]> {
  const { rows } = await database.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    params,
  );
  const nodes: PlanNode[] = [];
  const visit = (node: PlanNode) => {
    nodes.push(node);
    node.Plans?.forEach(visit);
  };
  for (const row of rows) visit(row["QUERY PLAN"][0].Plan);
  return nodes;
}

/** The statements that read one of these tables from end to end. */
async function wholeReads(work: () => Promise<unknown>, tables: string[]): Promise<string[]> {
  const statements = await statementsOf(work);
  expect(statements.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const statement of statements) {
    const whole = await tablesReadWhole(statement);
    if (whole.some((table) => tables.includes(table))) found.push(statement.text);
  }
  return found;
}

/** The statements that put orders in order by themselves: no index does it for them. */
async function sortingStatements(work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const statement of await statementsOf(work)) {
    const nodes = statement.text.includes('from "orders"') ? await planOf(statement) : [];
    if (nodes.some((node) => SORTS.has(node["Node Type"]))) found.push(statement.text);
  }
  return found;
}
const SORTS = new Set(["Sort", "Incremental Sort"]);

const query = (list: ListName, sort?: SortField, dir?: "asc" | "desc") => ({ list, month: undefined, sort, dir });

describe.each(LIST_NAMES)("%s reads no table whole", (list) => {
  it("in its own order, first page and last", async () => {
    const first = await services.orders.list(admin, query(list), { page: 1, limit: PAGE });
    expect(first.rows).toHaveLength(PAGE);
    const last = Math.ceil(first.total / PAGE);
    for (const page of [1, Math.ceil(last / 2), last]) {
      const list_ = () => services.orders.list(admin, query(list), { page, limit: PAGE });
      expect([page, await wholeReads(list_, ["orders"])]).toEqual([page, []]);
    }
  });

  // The columns its screen shows. The others can be asked for too and cost a sort of the whole list.
  it.each(LIST_SCREENS[list].columns)("sorted by %s", async (sort) => {
    for (const dir of ["asc", "desc"] as const) {
      for (const page of [1, 5]) {
        const sorted = () => services.orders.list(admin, query(list, sort, dir), { page, limit: PAGE });
        expect([dir, page, await wholeReads(sorted, ["orders"])]).toEqual([dir, page, []]);
      }
      const first = () => services.orders.list(admin, query(list, sort, dir), { page: 1, limit: PAGE });
      expect([dir, await sortingStatements(first)]).toEqual([dir, []]);
    }
  });

  it.each(["mar", "ara3", "lindqv", "100123", "traveller123"])("searched for %s", async (text) => {
    const search = () => services.orders.search(admin, query(list), { start: 0, end: PAGE, text, isExact: false });
    expect(await wholeReads(search, ["orders", "order_search"])).toEqual([]);
  });
});

// What every order holds: the beginning of the list is enough for the page, and 10,000 hits for the total.
describe.each(["completedOrder", "allOrder"] as const)("%s searched for what lies in all of it", (list) => {
  it.each(LIST_SCREENS[list].columns)("reads no table whole, sorted by %s", async (sort) => {
    for (const start of [0, 5 * PAGE]) {
      const window = { start, end: start + PAGE, text: "example", isExact: false };
      const search = () => services.orders.search(admin, query(list, sort, "desc"), window);
      expect([start, await wholeReads(search, ["orders", "order_search"])]).toEqual([start, []]);
    }
  });
});

// Rare, so the page is not filled by its beginning, and of the fewest characters that the grams serve.
it.each(["100123", "er1234", "+94 77 0012", "zzzzzz"])(
  "searched for %s the grams lead to the orders, not the trigrams",
  async (text) => {
    const window = { start: 0, end: PAGE, text, isExact: false };
    const statements = await statementsOf(() => services.orders.search(admin, query("completedOrder"), window));
    const indexes = (await Promise.all(statements.map(planOf))).flat().map((node) => node["Index Name"]);
    expect(indexes).toContain("order_search_grams");
    expect(indexes).not.toContain("order_search_trigrams");
  },
);

it("the details of an order read no table whole that grows with the orders", async () => {
  const growing = ["orders", "order_search", "order_events", "order_event_payloads"];
  expect(await wholeReads(() => services.orders.details(100_500), growing)).toEqual([]);
});

it("the counts read no order, only an index", async () => {
  expect(await wholeReads(() => services.orders.counts(), ["orders"])).toEqual([]);
});

it("the country report of a few days reads those days", async () => {
  const today = dayIn("UTC", new Date());
  for (const days of [
    { fromDate: addDays(today, -3), toDate: today },
    { fromDate: addDays(today, -3), toDate: undefined },
  ]) {
    expect(await wholeReads(() => services.reports.countries(days), ["orders"])).toEqual([]);
  }
});

it("a whole read would be seen", async () => {
  const statement = { text: "select * from orders where full_name = $1", params: ["x"] };
  expect(await tablesReadWhole(statement)).toEqual(["orders"]);
});
