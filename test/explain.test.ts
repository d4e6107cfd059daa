import { rm } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayIn } from "#contract/dates.ts";
import { FILTER_KEYS, type OrderFilter, STATUS_FILTERS } from "#contract/orders/order-filter.ts";
import { OPEN_SORT_FIELDS, type SortField } from "#contract/orders/orders.ts";
import { isOpenWork, LIST_NAMES, type ListName } from "#contract/orders/queues.ts";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { readingFrom } from "#server/platform/db/reading.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createServices, type Services } from "#server/services.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { filterIn, filterValues, someFilters } from "#test/support/filtered-orders.ts";
import { forList, randomRuns } from "#test/support/long-run.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { listScreen } from "#web/features/orders/list/lists.ts";
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
    SESSION_SECRET: "a secret of the tests that is long enough to be one",
    INTAKE_API_KEY: "intake-key-of-the-tests",
    DEMO: "0",
  });
  const logger = { logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }) };
  const db = drizzle(database.pool, { logger });
  services = await createServices({
    config,
    secrets: { session: ["s".repeat(32)], intakeKeys: [], factorKeys: ["f".repeat(32)] },
    database: {
      connectionString: database.connectionString,
      pool: database.pool,
      db,
      reading: readingFrom({ pool: database.pool, db }),
      onOrdersChanged: () => undefined,
      onSessionsEnded: () => undefined,
      onClaimsChanged: () => undefined,
      close: async () => undefined,
    },
    // Never started: this test enqueues nothing.
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

/** The statements that the services send while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  sent = [];
  await work();
  // What begins and ends a transaction has no plan.
  return sent.filter(({ text }) => !/^(begin|commit|rollback|savepoint|release)\b/i.test(text));
}

async function tablesReadWhole(statement: Statement): Promise<string[]> {
  const scanned = (await planOf(statement)).filter((node) => node["Node Type"] === "Seq Scan");
  return scanned.map((node) => node["Relation Name"] ?? "");
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

/** Whether PostgreSQL keeps a plan of the prepared statement: after five executions, unless one for the values is cheaper. */
async function isPlanKept({ text, params }: Statement): Promise<boolean> {
  const client = await database.pool.connect();
  try {
    for (let executed = 0; executed < 7; executed += 1) await client.query({ name: "page", text, values: params });
    const { rows } = await client.query("select generic_plans from pg_prepared_statements where name = 'page'");
    return rows[0].generic_plans > 0;
  } finally {
    // The statement ends with its connection.
    client.release(true);
  }
}

/** The statements that read one of these tables sequentially. */
async function wholeReads(work: () => Promise<unknown>, tables: string[]): Promise<string[]> {
  const statements = await statementsOf(work);
  expect(statements.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const statement of statements) {
    const scanned = await tablesReadWhole(statement);
    if (scanned.some((table) => tables.includes(table))) found.push(statement.text);
  }
  return found;
}

/** The statements that sort orders instead of using an index. */
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

for (const list of LIST_NAMES) {
  describe(`${list} uses no sequential scan`, forList(list), () => {
    it("in its default sort order, on first, middle and last page", async () => {
      const first = await services.orders.list(admin, query(list), { page: 1, limit: PAGE });
      expect(first.rows).toHaveLength(PAGE);
      const last = Math.ceil(first.total / PAGE);
      for (const page of [1, Math.ceil(last / 2), last]) {
        const list_ = () => services.orders.list(admin, query(list), { page, limit: PAGE });
        expect([page, await wholeReads(list_, ["orders"])]).toEqual([page, []]);
      }
    });

    // The columns that its screen shows. Sorting by another one is allowed, but sorts the scanned list.
    it.each(listScreen(list).columns)("sorted by %s", async (sort) => {
      for (const dir of ["asc", "desc"] as const) {
        for (const page of [1, 5]) {
          const sorted = () => services.orders.list(admin, query(list, sort, dir), { page, limit: PAGE });
          expect([dir, page, await wholeReads(sorted, ["orders"])]).toEqual([dir, page, []]);
        }
        const first = () => services.orders.list(admin, query(list, sort, dir), { page: 1, limit: PAGE });
        expect([dir, await sortingStatements(first)]).toEqual([dir, []]);
      }
    });

    it("without planning each page anew", async () => {
      const first = () => services.orders.list(admin, query(list), { page: 1, limit: PAGE });
      const pages = (await statementsOf(first)).filter(({ text }) => text.includes("limit ("));
      expect(await Promise.all(pages.map(isPlanKept))).toEqual([true]);
    });

    it.each(["mar", "ara3", "lindqv", "100123", "traveller123"])("searched for %s", async (text) => {
      const search = () => services.orders.search(admin, query(list), { start: 0, end: PAGE, text, isExact: false });
      expect(await wholeReads(search, ["orders", "order_search"])).toEqual([]);
    });
  });
}

// Every order matches: the start of the list is enough for the page, and 10,000 hits for the total.
describe.each(["completedOrder", "allOrder"] as const)("%s searched for a text that all orders contain", (list) => {
  it.each(listScreen(list).columns)("uses no sequential scan, sorted by %s", async (sort) => {
    for (const start of [0, 5 * PAGE]) {
      const window = { start, end: start + PAGE, text: "example", isExact: false };
      const search = () => services.orders.search(admin, query(list, sort, "desc"), window);
      expect([start, await wholeReads(search, ["orders", "order_search"])]).toEqual([start, []]);
    }
  });
});

// Rare, so the start of the list does not fill the page, and as short as n-grams allow.
it.each(["100123", "er1234", "+94 77 0012", "zzzzzz"])(
  "a search for %s uses the n-gram index, not the trigram index",
  async (text) => {
    const window = { start: 0, end: PAGE, text, isExact: false };
    const statements = await statementsOf(() => services.orders.search(admin, query("completedOrder"), window));
    const indexes = (await Promise.all(statements.map(planOf))).flat().map((node) => node["Index Name"]);
    expect(indexes).toContain("order_search_grams");
    expect(indexes).not.toContain("order_search_trigrams");
  },
);

for (const list of LIST_NAMES.filter(isOpenWork)) {
  describe(`${list} by arrival and due time`, forList(list), () => {
    it.each(OPEN_SORT_FIELDS)("uses an index of its order, sorted by %s", async (sort) => {
      for (const dir of ["asc", "desc"] as const) {
        const page = () =>
          services.orders.list(admin, { ...query(list, sort, dir), columns: ["due_at"] }, { page: 1, limit: PAGE });
        expect([dir, await wholeReads(page, ["orders"]), await sortingStatements(page)]).toEqual([dir, [], []]);
      }
    });
  });
}

it("late orders, their number, and the next one to take are read from the index of due times", async () => {
  const late = () => services.orders.list(admin, { ...query("openOrder"), due: "late" }, { page: 1, limit: PAGE });
  const counted = () => services.dueTimes.lateCount();
  for (const work of [late, counted]) {
    const plans = await Promise.all(
      (await statementsOf(work)).filter(({ text }) => text.includes('"orders"')).map(planOf),
    );
    const ofOrders = plans.flat().filter((node) => node["Relation Name"] !== "order_facets");
    const indexes = ofOrders.flatMap((node) => node["Index Name"] ?? []);
    expect(new Set(indexes)).toEqual(new Set(["orders_open_due"]));
    expect(await sortingStatements(work)).toEqual([]);
  }
  const next = `select id from orders where purged_at is null and status = 'New' order by due_at, id limit 1`;
  const nodes = await planOf({ text: next, params: [] });
  expect(nodes.map((node) => node["Index Name"] ?? node["Node Type"])).toEqual(["Limit", "orders_open_due"]);
});

for (const list of LIST_NAMES) {
  describe(`${list} filtered reads no table of orders whole`, forList(list), () => {
    const filtered = (filter: OrderFilter, text: string) => async () => {
      const asked = { ...query(list), ...filterIn(list, filter) };
      const window = { start: 0, end: PAGE, text, isExact: false };
      await services.orders.search(admin, asked, window);
      await services.orders.neighbours(admin, { ...asked, orderId: 100_500 });
    };

    it.each(FILTER_KEYS)("by %s", async (key) => {
      for (const value of fc.sample(filterValues[key] as fc.Arbitrary<unknown>, 4)) {
        const reads = await wholeReads(filtered({ [key]: value }, ""), GROWING);
        expect([value, reads]).toEqual([value, []]);
      }
    });

    it("by Partly refunded beside each other status", async () => {
      for (const other of STATUS_FILTERS) {
        const status = [other, "Partly refunded"] as const;
        expect([other, await wholeReads(filtered({ status: [...status] }, ""), GROWING)]).toEqual([other, []]);
      }
    });

    it("by any combination, with and without a search", { timeout: 60_000 }, async () => {
      for (const [filter, text] of fc.sample(
        fc.tuple(someFilters, fc.constantFrom("", "", "perera", "traveller1", "traveller12")),
        randomRuns(10, 30),
      )) {
        const reads = await wholeReads(filtered(filter, text), GROWING);
        expect([filter, text, reads]).toEqual([filter, text, []]);
      }
    });
  });
}
const GROWING = ["orders", "order_facets", "order_search"];

it("the counts don't scan the orders", async () => {
  expect(await wholeReads(() => services.orders.counts(), ["orders"])).toEqual([]);
});

it("the country report of a few days reads only those days", async () => {
  const today = dayIn("UTC", new Date());
  for (const days of [
    { fromDate: addDays(today, -3), toDate: today },
    { fromDate: addDays(today, -3), toDate: undefined },
  ]) {
    expect(await wholeReads(() => services.reports.countries(days), ["orders"])).toEqual([]);
  }
});

it("a sequential scan is detected", async () => {
  const statement = { text: "select * from orders where full_name = $1", params: ["x"] };
  expect(await tablesReadWhole(statement)).toEqual(["orders"]);
});
