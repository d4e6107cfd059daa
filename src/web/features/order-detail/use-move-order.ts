import { useRef } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { useMoveOrderMutation } from "#web/features/orders/list/data/order-rows.api.ts";
import { orderText, refundedAgainText, refundedPart, refundSoFar } from "#web/features/orders/order-text.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { type ToastAction, toast } from "#web/platform/toasts.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { isFinalMove, undoTarget } from "./move-groups.ts";
import { orderDetailsApi } from "./order-detail.api.ts";
import type { Neighbours } from "./use-neighbours.ts";

/**
 * Moves the order, once it is loaded. A move that can be undone offers Undo, one that can't asks first. The request
 * names the version on the screen, so a move that would override someone else's is refused.
 */
export function useMoveOrder(orderId: number, order: OrderDetails | undefined, neighbours: Neighbours) {
  const [send, { isLoading, originalArgs }] = useMoveOrderMutation();
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const shown = useRef(order);
  shown.current = order;
  const beside = useRef(neighbours);
  beside.current = neighbours;
  // Undo of an earlier move would be refused: its toast is removed by the next move.
  const about = `move ${orderId}`;

  const run = async (updatingStatus: OrderStatus, version: number, isUndo: boolean) => {
    try {
      const { message, data } = await send({ orderId, updatingStatus, version }).unwrap();
      // Shown at once; what else has changed comes with the refetched order.
      dispatch(
        orderDetailsApi.util.updateQueryData("orderDetails", orderId, (draft) => {
          Object.assign(draft.data, data);
        }),
      );
      const back = isUndo ? null : undoTarget(data);
      const actions: ToastAction[] = [];
      if (back) actions.push({ label: "Undo", run: () => void run(back, data.version, true) });
      const { next, open } = beside.current;
      if (!isUndo && next !== null) actions.push({ label: "Next order", run: () => open(beside.current.next ?? next) });
      toast.success(message || ORDER_MESSAGES.orderMoved, { about, actions });
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about });
    }
  };

  const move = async (target: OrderStatus, label: string) => {
    if (shown.current === undefined) return;
    const isFinal = isFinalMove(shown.current, target);
    const { full_name } = shown.current;
    const title = `${label}: ${orderText([orderId], () => full_name)}`;
    const { refund_date, refund_position } = shown.current;
    const refunded = refundedAgainText([refundSoFar(refund_date, refundedPart(refund_position))]);
    const text = isFinal ? FINAL_MOVE : target === "Refunds" ? refunded : null;
    if (text !== null && !(await confirm({ title, text, yes: "Move", no: "Cancel", danger: false }))) return;
    await run(target, shown.current.version, false);
  };

  return { move, movingTo: isLoading ? originalArgs?.updatingStatus : undefined };
}

const FINAL_MOVE = "This can't be undone: a paid order does not return to Pending.";
