import { useCallback, useState } from "react";
import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useCan } from "#web/platform/use-can.ts";
import type { SelectedOrder } from "../order.slice.ts";
import { type BulkOutcome, bulkOutcome } from "./bulk-outcome.ts";
import { useChangeOrderStatusMutation, useMoveOrderMutation, useRecordRefundsMutation } from "./order-rows.api.ts";
import { useBatches } from "./use-batches.ts";

export interface Change {
  to: OrderStatus;
  /** Deletes permanently; only from Deleted. */
  isPermanent?: boolean;
}

/** The toast's topic: a later one about the same orders replaces it, another order's Undo stays. */
function aboutOf([first, ...others]: readonly { id: number }[]): string {
  return first !== undefined && others.length === 0 ? `move ${first.id}` : "moves of many";
}

/** Changes one or many orders: sends the calls, reports the result, keeps refused orders for the dialog. */
export function useBulkChange(onDone: (ids: number[]) => void) {
  const canDelete = useCan("orders:delete");
  const [changeStatus] = useChangeOrderStatusMutation();
  const [recordRefunds] = useRecordRefundsMutation();
  const [moveBack, undoCall] = useMoveOrderMutation();
  const [refused, setRefused] = useState<readonly PerOrderResult[]>([]);
  const closeRefused = useCallback(() => setRefused([]), []);
  const batches = useBatches();

  const report = (
    about: string,
    { done, failed, message }: BulkOutcome,
    undoDone?: (done: readonly number[]) => unknown,
  ) => {
    onDone(done);
    const isOneRefused = done.length === 0 && failed.length <= 1;
    setRefused(isOneRefused ? [] : failed);
    // Status 1 is a success, even if some orders were refused: the message counts them and the dialog says why.
    if (done.length > 0) {
      toast.success(message, { about, actions: undoDone && [{ label: "Undo", run: () => undoDone(done) }] });
    } else {
      toast.error(isOneRefused ? (failed[0]?.message ?? message) : message, { sticky: true, about });
    }
  };

  const undoOne = async ({ id, status, version }: SelectedOrder) => {
    const about = aboutOf([{ id }]);
    try {
      const { message } = await moveBack({ orderId: id, updatingStatus: status, version: version + 1 }).unwrap();
      toast.success(message || MESSAGES.orderMoved, { about });
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about });
    }
  };

  /** Undoes a move; each order names the version that the move created, and returns to its previous status. */
  const undo = async (orders: readonly SelectedOrder[]) => {
    const [first] = orders;
    if (first === undefined) return;
    if (orders.length === 1) return await undoOne(first);
    const groups = Map.groupBy(orders, ({ status }) => status);
    const send = async (batch: readonly SelectedOrder[]) => {
      const [{ status: updatingStatus } = first] = batch;
      const orderId = batch.map(({ id, version }) => ({ id, version: version + 1 }));
      const answer = await changeStatus({ orderId, updatingStatus }).unwrap();
      return bulkOutcome(answer.data, answer.message);
    };
    const outcome = await batches.run({ groups: [...groups.values()], verb: "moved back", send });
    report(aboutOf(orders), outcome);
  };

  const change = async (orders: readonly SelectedOrder[], { to, isPermanent = false }: Change) => {
    // Orders return to Deleted by the delete call, which requires a permission.
    const mayUndo =
      !isPermanent && (orders.length === 1 || canDelete || orders.every(({ status }) => status !== "Deleted"));
    const undoDone = (done: readonly number[]) => {
      const moved = new Set(done);
      return undo(orders.filter(({ id }) => moved.has(id)));
    };
    const send = async (batch: readonly SelectedOrder[]) => {
      const orderId = batch.map(({ id, version }) => ({ id, version }));
      const answer = await changeStatus({ orderId, updatingStatus: to, permanentDeletedFlag: isPermanent }).unwrap();
      return bulkOutcome(answer.data, answer.message);
    };
    const outcome = await batches.run({ groups: [orders], verb: to === "Deleted" ? "deleted" : "moved", send });
    report(aboutOf(orders), outcome, mayUndo ? undoDone : undefined);
  };

  const refund = async (orders: readonly SelectedOrder[]) => {
    const send = async (batch: readonly SelectedOrder[]) => {
      const answer = await recordRefunds({ orderId: batch.map(({ id, status }) => ({ id, status })) }).unwrap();
      return bulkOutcome(answer.data, answer.message);
    };
    const outcome = await batches.run({ groups: [orders], verb: "recorded", send });
    report(aboutOf(orders), outcome);
  };

  const { progress, stop } = batches;
  const isPending = progress !== null || undoCall.isLoading;
  return { change, refund, isPending, progress, stop, refused, closeRefused };
}
