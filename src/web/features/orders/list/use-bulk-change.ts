import { useState } from "react";
import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useMoveOrderMutation } from "../detail/order-detail.api.ts";
import type { SelectedOrder } from "../order.slice.ts";
import { type BulkOutcome, bulkOutcome, refusedOutcome } from "./bulk-outcome.ts";
import { useChangeOrderStatusMutation, useRecordRefundsMutation } from "./order-rows.api.ts";

export interface Change {
  to: OrderStatus;
  /** Deletes for good; only from Deleted. */
  isPermanent?: boolean;
}

/** What a change's toast is about: a later one about the same takes its place, another order's Undo stays. */
function aboutOf([first, ...others]: readonly { id: number }[]): string {
  return first !== undefined && others.length === 0 ? `move ${first.id}` : "moves of many";
}

/** Takes back the move of one order; it states the version that move made. */
function useUndo() {
  const [moveBack] = useMoveOrderMutation();
  return async ({ id, status, version }: SelectedOrder) => {
    const about = aboutOf([{ id }]);
    try {
      const { message } = await moveBack({ orderId: id, updatingStatus: status, version: version + 1 }).unwrap();
      toast.success(message || MESSAGES.orderMoved, { about });
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about });
    }
  };
}

/** Changes of one order or many: sends them, tells what became of them, keeps the refused ones for the dialog. */
export function useBulkChange(onDone: (ids: number[]) => void) {
  const [changeStatus, statusCall] = useChangeOrderStatusMutation();
  const [recordRefunds, refundCall] = useRecordRefundsMutation();
  const [refused, setRefused] = useState<readonly PerOrderResult[]>([]);
  const undo = useUndo();

  const tell = (about: string, { done, failed, message }: BulkOutcome, takeBack?: () => void) => {
    onDone(done);
    const isOneRefused = done.length === 0 && failed.length <= 1;
    setRefused(isOneRefused ? [] : failed);
    // Status 1 is a success, also when some were refused: the sentence counts them and the dialog says why.
    if (done.length > 0) {
      toast.success(message, { about, action: takeBack && { label: "Undo", run: takeBack } });
    } else {
      toast.error(isOneRefused ? (failed[0]?.message ?? message) : message, { sticky: true, about });
    }
  };

  const change = async (orders: readonly SelectedOrder[], { to, isPermanent = false }: Change) => {
    const orderId = orders.map(({ id, version }) => ({ id, version }));
    const [first] = orders;
    const takeBack = first === undefined || orders.length > 1 || isPermanent ? undefined : () => void undo(first);
    try {
      const answer = await changeStatus({ orderId, updatingStatus: to, permanentDeletedFlag: isPermanent }).unwrap();
      tell(aboutOf(orders), bulkOutcome(answer.data, answer.message), takeBack);
    } catch (error) {
      tell(aboutOf(orders), refusedOutcome(error));
    }
  };

  const refund = async (orders: readonly SelectedOrder[]) => {
    try {
      const answer = await recordRefunds({ orderId: orders.map(({ id, status }) => ({ id, status })) }).unwrap();
      tell(aboutOf(orders), bulkOutcome(answer.data, answer.message));
    } catch (error) {
      tell(aboutOf(orders), refusedOutcome(error));
    }
  };

  const isPending = statusCall.isLoading || refundCall.isLoading;
  return { change, refund, isPending, refused, closeRefused: () => setRefused([]) };
}
