import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { MOVE_LABELS, type MoveTarget } from "#contract/orders/order-moves.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { MailingChange } from "#contract/status-mails/count-status-mails.ts";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { orderText, refundedAgainText } from "#web/features/orders/order-text.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { useCan } from "#web/platform/use-can.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { deleteKind } from "./list-actions.ts";
import { useBulkChange } from "./use-bulk-change.ts";

const PERMANENT =
  "This permanently deletes the customer's data and files; only the order's id and its history remain. It can't be undone.";
const MANY = "Orders that can't be moved there stay where they are and are listed afterwards.";
const NO_MONEY = "This only records the refund. It moves no money: refund it at the gateway first.";

/** The actions on orders of a list, each with its confirmation. They do nothing without orders. */
export function useOrderActions(
  list: ListName,
  onDone: (ids: number[]) => void,
  nameOf: (id: number) => string | null | undefined,
) {
  const confirm = useConfirm();
  const dispatch = useAppDispatch();
  const bulk = useBulkChange(onDone);
  const kind = deleteKind(list, { canDelete: useCan("orders:delete"), canPurge: useCan("orders:purge") });

  const words = (orders: readonly SelectedOrder[]) =>
    orderText(
      orders.map(({ id }) => id),
      nameOf,
    );

  const mailText = async (orders: readonly SelectedOrder[], change: MailingChange) => {
    const ids = orders.map(({ id }) => id);
    try {
      const { statusMailText } = await import("#web/features/status-mails/status-mail-count.ts");
      return await statusMailText(dispatch, ids, change);
    } catch {
      return "Whether customers get an email could not be checked.";
    }
  };

  const hasNone = (orders: readonly SelectedOrder[]) => {
    if (orders.length === 0) announce(ORDER_MESSAGES.ordersRequired);
    return orders.length === 0;
  };

  const remove = async (orders: readonly SelectedOrder[]) => {
    if (hasNone(orders)) return;
    const isPermanent = kind === "permanent";
    const title = isPermanent ? `Delete ${words(orders)} permanently` : `Delete ${words(orders)}`;
    if (await confirm({ title, ...(isPermanent && { text: PERMANENT }) })) {
      await bulk.change(orders, { to: "Deleted", isPermanent });
    }
  };

  const move = async (orders: readonly SelectedOrder[], target: MoveTarget) => {
    if (hasNone(orders)) return;
    const again = target === "Refunds" ? refundedAgainText(orders) : null;
    const isMany = orders.length > 1;
    const mails = isMany && target === "AwaitingGovt" ? await mailText(orders, "filed") : null;
    const text = [again, mails, isMany ? MANY : null].filter((part) => part !== null).join(" ");
    const title = `${MOVE_LABELS[target]}: ${words(orders)}`;
    if (text === "" || (await confirm({ title, text, yes: "Move", no: "Cancel", danger: false }))) {
      await bulk.change(orders, { to: target });
    }
  };

  const refund = async (orders: readonly SelectedOrder[]) => {
    if (hasNone(orders)) return;
    const title = `Record ${words(orders)} as refunded`;
    const mails = await mailText(orders, "refunded");
    const text = mails === null ? NO_MONEY : `${NO_MONEY} ${mails}`;
    if (await confirm({ title, text, danger: false })) await bulk.refund(orders);
  };

  return { ...bulk, kind, remove, move, refund };
}
export type OrderActions = ReturnType<typeof useOrderActions>;
