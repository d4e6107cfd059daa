import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { Queryable } from "#server/platform/db/client.ts";

/** An order that a visitor may see: neither deleted nor purged. */
export async function findTrackable(
  orders: Pick<OrderReads, "find">,
  db: Queryable,
  id: number,
): Promise<OrderFacts | undefined> {
  const order = await orders.find(db, id);
  return order?.status === "Deleted" ? undefined : order;
}
