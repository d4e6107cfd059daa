import { useRef } from "react";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { isFinalMove, undoTarget } from "./move-groups.ts";
import { useMoveOrderMutation } from "./order-detail.api.ts";

/**
 * Moves the order. What can be taken back offers Undo, what cannot asks first. The version that is stated is the
 * one on the screen at that moment, so a move on top of somebody else's is refused.
 */
export function useMoveOrder(order: OrderDetails) {
  const [send, { isLoading, originalArgs }] = useMoveOrderMutation();
  const confirm = useConfirm();
  const shown = useRef(order);
  shown.current = order;
  // An Undo of a move before the last one would be refused: its toast goes when the next one comes.
  const about = `move ${order.order_id}`;

  const run = async (updatingStatus: OrderStatus, version: number, isUndo: boolean) => {
    try {
      const { message, data } = await send({ orderId: order.order_id, updatingStatus, version }).unwrap();
      const back = isUndo ? null : undoTarget(data);
      const undo = back && { action: { label: "Undo", run: () => void run(back, data.version, true) } };
      toast.success(message || MESSAGES.orderMoved, { about, ...undo });
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about });
    }
  };

  const move = async (target: OrderStatus, label: string) => {
    const isFinal = isFinalMove(shown.current, target);
    if (isFinal && !(await confirm({ title: label, text: FINAL_MOVE, yes: "Move", no: "Cancel", danger: false })))
      return;
    await run(target, shown.current.version, false);
  };

  return { move, movingTo: isLoading ? originalArgs?.updatingStatus : undefined };
}

const FINAL_MOVE = "This can't be taken back: a paid order does not return to Pending.";
