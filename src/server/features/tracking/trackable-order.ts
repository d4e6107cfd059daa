import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { Queryable } from "#server/platform/db/client.ts";

/** What decides whether a visitor may see an order. */
export interface TrackableReads {
  orders: Pick<OrderReads, "find">;
  /** Whether the owner contested a change of the order's address, and nobody has decided it yet. */
  isEmailContested(db: Queryable, orderId: number): Promise<boolean>;
}

/**
 * An order that a visitor may see: neither deleted nor purged, and without a contested change of its address. As long as
 * nobody knows whose address it is, neither opens the order (decision record 0089).
 */
export async function findTrackable(
  { orders, isEmailContested }: TrackableReads,
  db: Queryable,
  id: number,
): Promise<OrderFacts | undefined> {
  const order = await orders.find(db, id);
  if (order === undefined || order.status === "Deleted") return undefined;
  return (await isEmailContested(db, id)) ? undefined : order;
}
