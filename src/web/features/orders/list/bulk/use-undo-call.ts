import type { OrderStatus } from "#contract/orders/order-status.ts";
import { useChangeOrderStatusMutation, useUndoRefundsMutation } from "#web/features/orders/list/data/order-rows.api.ts";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import type { BulkChange } from "./batches.ts";
import { bulkOutcome } from "./bulk-outcome.ts";
import type { OwnChange } from "./own-changes.ts";

/**
 * The calls that undo a change of these orders, given as they were before it. A move is undone only of orders that have
 * the version which it created; a refund only while it is the member's own.
 */
export function useUndoCall() {
  const [changeStatus] = useChangeOrderStatusMutation();
  const [undoRefunds] = useUndoRefundsMutation();
  return (kind: OwnChange["kind"], orders: readonly SelectedOrder[]): BulkChange => {
    if (kind === "refund") {
      const send = async (batch: readonly SelectedOrder[]) => {
        const { data, message } = await undoRefunds({ orderId: batch.map(({ id }) => ({ id })) }).unwrap();
        return bulkOutcome(data, message);
      };
      return { groups: [orders], verb: "taken back", send };
    }
    const send = async (batch: readonly SelectedOrder[]) => {
      const orderId = batch.map(({ id, version }) => ({ id, version: version + 1 }));
      const updatingStatus = batch[0]?.status as OrderStatus;
      const { data, message } = await changeStatus({ orderId, updatingStatus }).unwrap();
      return bulkOutcome(data, message);
    };
    return { groups: [...Map.groupBy(orders, ({ status }) => status).values()], verb: "moved back", send };
  };
}
