import { useState } from "react";
import { useStore } from "react-redux";
import type { OrderDetails } from "#contract/order-detail.ts";
import type { OrderRow } from "#contract/orders.ts";
import { knownRow, type OrderRowsState } from "#web/features/orders/known-row.ts";

/** An order as far as it is known: until its details arrive, the fields of its list row. */
export type KnownOrder = OrderRow & Partial<Omit<OrderDetails, keyof OrderRow>>;

/** The row of the list that the order was opened from, as it was then. */
export function useKnownRow(orderId: number): KnownOrder | undefined {
  const store = useStore<OrderRowsState>();
  return useState(() => knownRow(store.getState(), orderId))[0];
}
