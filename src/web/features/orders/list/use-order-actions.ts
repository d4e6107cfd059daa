import { MESSAGES } from "#contract/messages.ts";
import { type ListName, MOVE_LABELS, type MoveTarget } from "#contract/order-status.ts";
import { useCan } from "#web/platform/use-can.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import type { SelectedOrder } from "../order.slice.ts";
import { deleteKind } from "./list-actions.ts";
import { useBulkChange } from "./use-bulk-change.ts";

const PERMANENT =
  "This deletes the customer's data and files for good; only the order's id and its history stay. It can't be undone.";
const NO_MONEY = "This only records that the money went back. It moves no money: pay it back at the gateway first.";

function counted(orders: readonly unknown[]): string {
  return orders.length === 1 ? "1 order" : `${orders.length.toLocaleString("en-US")} orders`;
}

/** What a person can do to orders of a list, each with its question before. Without orders nothing happens. */
export function useOrderActions(list: ListName, onDone: (ids: number[]) => void) {
  const confirm = useConfirm();
  const bulk = useBulkChange(onDone);
  const kind = deleteKind(list, { canDelete: useCan("orders:delete"), canPurge: useCan("orders:purge") });

  const hasNone = (orders: readonly SelectedOrder[]) => {
    if (orders.length === 0) announce(MESSAGES.ordersRequired);
    return orders.length === 0;
  };

  const remove = async (orders: readonly SelectedOrder[]) => {
    if (hasNone(orders)) return;
    const isPermanent = kind === "permanent";
    const title = isPermanent ? `Delete ${counted(orders)} permanently` : `Delete ${counted(orders)}`;
    if (await confirm({ title, ...(isPermanent && { text: PERMANENT }) })) {
      await bulk.change(orders, { to: "Deleted", isPermanent });
    }
  };

  const move = async (orders: readonly SelectedOrder[], target: MoveTarget) => {
    if (hasNone(orders)) return;
    const text = `${MOVE_LABELS[target]}: ${counted(orders)}.`;
    if (
      orders.length === 1 ||
      (await confirm({ title: MOVE_LABELS[target], text, yes: "Move", no: "Cancel", danger: false }))
    ) {
      await bulk.change(orders, { to: target });
    }
  };

  const refund = async (orders: readonly SelectedOrder[]) => {
    if (hasNone(orders)) return;
    const title = `Record ${counted(orders)} as refunded`;
    if (await confirm({ title, text: NO_MONEY, danger: false })) await bulk.refund(orders);
  };

  return { ...bulk, kind, remove, move, refund };
}
export type OrderActions = ReturnType<typeof useOrderActions>;
