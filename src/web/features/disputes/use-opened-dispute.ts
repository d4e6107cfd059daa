import { useState } from "react";
import type { Dispute } from "#contract/disputes/disputes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";

/**
 * The dispute that was open when a dialog opened, and its current state: the dialog keeps it, whatever happens to the
 * order. Null when none was open.
 */
export function useOpenedDispute(order: OrderDetails): { opened: Dispute; now: Dispute } | null {
  const [opened] = useState(order.dispute);
  return opened && { opened, now: order.disputes.find(({ id }) => id === opened.id) ?? opened };
}
