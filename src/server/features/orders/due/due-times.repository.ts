import { and, gt, type SQL, sql } from "drizzle-orm";
import type { DueColumns } from "#contract/orders/order-due.ts";
import { LATE_COUNT_LIMIT } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { inList } from "../conditions/list-conditions.ts";
import { clockColumns } from "./service-settings.repository.ts";

/** Locks the next orders of a queue by id, skipping those that are being changed: their change writes due times itself. */
export async function lockForDue(tx: Transaction, list: ListName, afterId: number, limit: number) {
  return await tx
    .select({ id: orders.id, ...clockColumns })
    .from(orders)
    .where(and(inList(list), gt(orders.id, afterId)))
    .orderBy(orders.id)
    .limit(limit)
    .for("no key update", { skipLocked: true });
}

/** How many open orders are late, and how many will be until `soon`; each up to one more than the limit. */
export async function countLate(db: Queryable, now: Date, soon: Date): Promise<{ late: number; soon: number }> {
  const upTo = (condition: SQL) => sql`(select count(*)::int from (
    select 1 from ${orders} where ${inList("openOrder")} and ${condition} limit ${sql.raw(String(LATE_COUNT_LIMIT + 1))}) found)`;
  const isBefore = (instant: Date) => sql`${orders.dueAt} < ${instant.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ late: number; soon: number }>(sql`
    select ${upTo(isBefore(now))} as late,
      ${upTo(sql`${orders.dueAt} >= ${now.toISOString()}::timestamptz and ${isBefore(soon)}`)} as soon`);
  return rows[0] ?? { late: 0, soon: 0 };
}

/** Writes due times of locked orders. */
export async function updateDue(tx: Transaction, changes: readonly (DueColumns & { id: number })[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    update orders o set due_at = g."dueAt", clock_started_at = g."clockStartedAt", clock_since = g."clockSince",
      clock_used_ms = g."clockUsedMs"
    from json_to_recordset(${JSON.stringify(changes)}::json)
      as g(id bigint, "dueAt" timestamptz, "clockStartedAt" timestamptz, "clockSince" timestamptz, "clockUsedMs" bigint)
    where o.id = g.id`);
}
