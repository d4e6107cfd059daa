import { useRef, useState } from "react";
import type { PerOrderResult } from "#contract/envelope.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import {
  useChangeOrderStatusMutation,
  useMoveOrderMutation,
  useRecordRefundsMutation,
} from "#web/features/orders/list/data/order-rows.api.ts";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useCan } from "#web/platform/use-can.ts";
import { type BatchProgress, type BulkChange, sendInBatches } from "./batches.ts";
import { type BulkOutcome, bulkOutcome } from "./bulk-outcome.ts";
import { changeText, forgetUndone, keepOwnChange, type OwnChange } from "./own-changes.ts";
import { useUndoCall } from "./use-undo-call.ts";

export interface Change {
  to: OrderStatus;
  /** Deletes permanently; only from Deleted. */
  isPermanent?: boolean;
}

/** The toast's topic: a later one about the same orders replaces it, another order's Undo stays. */
function aboutOf([first, ...others]: readonly { id: number }[]): string {
  return first !== undefined && others.length === 0 ? `move ${first.id}` : "moves of many";
}

const isDisputed = (result: PerOrderResult | undefined) => result?.code === "refund_disputed";

const namedIn = ({ done }: BulkOutcome) => done.map((id) => ({ id }));

/** Changes one or many orders: sends the calls, reports the result, keeps refused orders for the dialog. */
export function useBulkChange(onDone: (ids: number[]) => void) {
  const canDelete = useCan("orders:delete");
  const [changeStatus] = useChangeOrderStatusMutation();
  const [recordRefunds] = useRecordRefundsMutation();
  const mayOverride = useCan("refunds:override");
  const [moveBack, { isLoading: isMovingBack }] = useMoveOrderMutation();
  const [refused, setRefused] = useState<readonly PerOrderResult[]>([]);
  const closeRefused = () => setRefused([]);
  const batches = useBatches();
  const undoCall = useUndoCall();

  /** @param words what the change did to the orders, for the toast and the list of own changes */
  const report = (about: string, { done, failed, message }: BulkOutcome, words: string, undo?: () => unknown) => {
    onDone(done);
    const isOneRefused = done.length === 0 && failed.length <= 1 && !(mayOverride && isDisputed(failed[0]));
    setRefused(isOneRefused ? [] : failed);
    // Status 1 is a success, even if some orders were refused: the message counts them and the dialog says why.
    if (done.length > 0) {
      const text = done.length === 1 ? message : `${message}\n${words}.`;
      toast.success(text, { about, actions: undo && [{ label: "Undo", run: undo }] });
    } else {
      toast.error(isOneRefused ? (failed[0]?.message ?? message) : message, { sticky: true, about });
    }
  };

  /** @returns whether it was undone */
  const undoOne = async ({ id, status, version }: SelectedOrder): Promise<boolean> => {
    const about = aboutOf([{ id }]);
    try {
      const { message } = await moveBack({ orderId: id, updatingStatus: status, version: version + 1 }).unwrap();
      toast.success(message || ORDER_MESSAGES.orderMoved, { about });
      return true;
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about });
      return false;
    }
  };

  const undo = async (kind: OwnChange["kind"], orders: readonly SelectedOrder[], key: string) => {
    const [first] = orders;
    // A single order may return to Deleted without the permission to delete.
    if (kind === "move" && first !== undefined && orders.length === 1) {
      if (await undoOne(first)) forgetUndone(key, [first.id]);
      return;
    }
    const outcome = await batches.run(undoCall(kind, orders));
    forgetUndone(key, outcome.done);
    report(aboutOf(orders), outcome, changeText(namedIn(outcome), kind === "move" ? "moved back" : "due again"));
  };

  /** Reports a change of `orders` and keeps it for an hour, so that it can be undone. */
  const reportChange = (
    orders: readonly SelectedOrder[],
    outcome: BulkOutcome,
    { kind, did, mayUndo }: { kind: OwnChange["kind"]; did: string; mayUndo: boolean },
  ) => {
    const ids = new Set(outcome.done);
    const changed = orders.filter(({ id }) => ids.has(id));
    const words = changeText(changed, did);
    const key = mayUndo && changed.length > 0 ? keepOwnChange({ kind, words, orders: changed }) : null;
    report(aboutOf(orders), outcome, words, key === null ? undefined : () => undo(kind, changed, key));
  };

  const change = async (orders: readonly SelectedOrder[], { to, isPermanent = false }: Change) => {
    // Orders return to Deleted by the delete call, which requires a permission.
    const mayUndo =
      !isPermanent && (orders.length === 1 || canDelete || orders.every(({ status }) => status !== "Deleted"));
    const send = async (batch: readonly SelectedOrder[]) => {
      const orderId = batch.map(({ id, version }) => ({ id, version }));
      const answer = await changeStatus({ orderId, updatingStatus: to, permanentDeletedFlag: isPermanent }).unwrap();
      return bulkOutcome(answer.data, answer.message);
    };
    const verb = to === "Deleted" ? "deleted" : "moved";
    const outcome = await batches.run({ groups: [orders], verb, send });
    const did = isPermanent
      ? "deleted permanently"
      : to === "Deleted"
        ? verb
        : `moved to ${to === "Refunds" ? to : statusLabel(to)}`;
    reportChange(orders, outcome, { kind: "move", did, mayUndo });
  };

  /** @param reason why it is recorded although disputes stand against it */
  const refund = async (orders: readonly SelectedOrder[], reason?: string) => {
    const send = async (batch: readonly SelectedOrder[]) => {
      const orderId = batch.map(({ id, status }) => ({ id, status }));
      const answer = await recordRefunds({ orderId, ...(reason !== undefined && { reason }) }).unwrap();
      return bulkOutcome(answer.data, answer.message);
    };
    const outcome = await batches.run({ groups: [orders], verb: "recorded", send });
    reportChange(orders, outcome, { kind: "refund", did: "recorded as refunded", mayUndo: true });
  };

  const disputed = mayOverride ? refused.filter(isDisputed).map(({ order_id }) => order_id) : [];
  /** Records the refused orders that a dispute blocks, and those alone. */
  const overrideRefunds = async (reason: string) => {
    setRefused([]);
    await refund(
      disputed.map((id) => ({ id, status: "Refunds" as const, version: 0 })),
      reason,
    );
  };

  const { progress, stop } = batches;
  const isPending = progress !== null || isMovingBack;
  const override = disputed.length === 0 ? undefined : overrideRefunds;
  return { change, refund, override, isPending, progress, stop, refused, closeRefused };
}

/** Bulk changes with progress and Stop; orders that were not sent stay selected. */
function useBatches() {
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const isStopped = useRef(false);

  const run = async (change: BulkChange): Promise<BulkOutcome> => {
    isStopped.current = false;
    try {
      return await sendInBatches(change, { isStopped: () => isStopped.current, onProgress: setProgress });
    } finally {
      setProgress(null);
    }
  };

  const stop = () => {
    isStopped.current = true;
  };
  return { run, progress, stop };
}
