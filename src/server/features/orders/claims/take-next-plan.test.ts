import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TakeNextList } from "#contract/claims/claims.ts";
import { createGatewaysService } from "#server/features/gateways/gateways.service.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { fillOrders } from "../../../../../bench/dataset.ts";
import { insertNext } from "./claims.repository.ts";

const CLAIMED = 50;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "insert into members (name, email, email_key, role, password_hash) values ('A', 'a@staff.example', 'a@staff.example', 'Team', '')",
  );
  await createGatewaysService({ db: database.db }).ensure(["Stripe"]);
  await fillOrders(database.pool, 20_000);
});
afterAll(() => database.drop());

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** Explains what the repository sends, in a transaction that is rolled back. */
async function planOfTakeNext(list: TakeNextList): Promise<PlanNode[]> {
  const sent: { text: string; params: unknown[] }[] = [];
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    const logger = { logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }) };
    await insertNext(drizzle(client, { logger }) as unknown as Transaction, 1, list, false);
    await client.query("rollback; begin");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${sent[0]?.text}`,
      sent[0]?.params,
    );
    await client.query("rollback");
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode) => {
      nodes.push(node);
      node.Plans?.forEach(visit);
    };
    for (const row of rows) visit(row["QUERY PLAN"][0].Plan);
    return nodes;
  } finally {
    client.release();
  }
}

it.each([
  ["newOrder", "New", "orders_open_due", "due_at, id"],
  ["priorityOrder", "Priority", "orders_open_due", "due_at, id"],
  ["contactCustomerOrder", "Contact Customer", "orders_open_due", "due_at, id"],
  ["customerCalledOrder", "Customer Called", "orders_open_due", "due_at, id"],
  ["refundOrder", "Refunds", "orders_refunds_refunded", "id"],
] as const)(
  "Take next from %s reads the claimed orders before the free one and no other",
  async (list, status, index, order) => {
    // Most refunds are recorded.
    await database.pool.query(
      "update orders set refunded_at = case when (id / 100) % 3 > 0 then created_at end where status = 'Refunds'",
    );
    await database.pool.query("truncate order_claims");
    await database.pool.query(
      `insert into order_claims (order_id, member_id, kind, claimed_at, active_until)
     select id, (select min(id) from members), 'manual', now(), now() from orders where status = $1 and refunded_at is null order by ${order} limit $2`,
      [status, CLAIMED],
    );
    await database.pool.query("vacuum analyze orders");
    const nodes = await planOfTakeNext(list);
    const reading = nodes.filter((node) => node["Relation Name"] === "orders");
    expect(reading.map((node) => node["Index Name"])).toEqual([index]);
    const read = reading.map(
      (node) => node["Actual Rows"] * node["Actual Loops"] + (node["Rows Removed by Filter"] ?? 0),
    );
    expect(read).toEqual([CLAIMED + 1]);
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
  },
);
