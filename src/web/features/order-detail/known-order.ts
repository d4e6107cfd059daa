import { useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { knownRow } from "#web/features/orders/known-row.ts";
import { useAppStore } from "#web/platform/store-hooks.ts";

/** An order as far as it is known: until its details arrive, the fields of its list row. */
export type KnownOrder = OrderRow & Partial<Omit<OrderDetails, keyof OrderRow>>;

/** The row of the list that the order was opened from, as it was then. */
export function useKnownRow(orderId: number): KnownOrder | undefined {
  const store = useAppStore();
  return useState(() => knownRow(store.getState(), orderId))[0];
}
