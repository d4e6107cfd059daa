import { useRef, useState } from "react";
import type { SelectedOrder } from "../order.slice.ts";
import { type BatchProgress, sendInBatches } from "./batches.ts";
import type { BulkOutcome } from "./bulk-outcome.ts";

/** A change of many orders with how far it has come and a way to stop it; what was not sent stays selected. */
export function useBatches() {
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const isStopped = useRef(false);

  const run = async (
    orders: readonly SelectedOrder[],
    change: { verb: string; send: (batch: readonly SelectedOrder[]) => Promise<BulkOutcome>; isPart?: boolean },
  ): Promise<BulkOutcome> => {
    isStopped.current = false;
    try {
      return await sendInBatches(orders, { ...change, onProgress: setProgress, isStopped: () => isStopped.current });
    } finally {
      setProgress(null);
    }
  };

  const stop = () => {
    isStopped.current = true;
  };
  return { run, progress, stop };
}
