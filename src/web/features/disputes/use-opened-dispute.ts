import { useState } from "react";
import type { Dispute } from "#contract/disputes.ts";
import type { OrderDetails } from "#contract/orders.ts";

/**
 * The dispute that was open when a dialog opened, and the same one as it is now: it stays the dialog's, whatever becomes
 * of the order beneath. Null when none was open.
 */
export function useOpenedDispute(order: OrderDetails): { opened: Dispute; now: Dispute } | null {
  const [opened] = useState(order.dispute);
  return opened && { opened, now: order.disputes.find(({ id }) => id === opened.id) ?? opened };
}
