import { eq, sql } from "drizzle-orm";
import type { MainResult } from "#contract/tracking/tracking.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

/** When an order was received, paid, filed and got its document; null for what has not happened or was not recorded. */
export async function findSteps(db: Queryable, orderId: number) {
  const [row] = await db
    .select({
      received: orders.createdAt,
      paid: orders.paidAt,
      filed: sql<Date | null>`(select min(filed_at) from filings where filings.order_id = orders.id
        and filings.voided_at is null)`.mapWith(orders.paidAt),
      ready: sql<Date | null>`(select min(created_at) from documents where documents.order_id = orders.id)`.mapWith(
        orders.paidAt,
      ),
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row;
}

/** Only what happened, so that nothing is promised. */
export function toSteps(row: NonNullable<Awaited<ReturnType<typeof findSteps>>>): MainResult["steps"] {
  return (["received", "paid", "filed", "ready"] as const).flatMap((step) => {
    const at = row[step];
    return at === null ? [] : [{ step, at: at.toISOString() }];
  });
}
