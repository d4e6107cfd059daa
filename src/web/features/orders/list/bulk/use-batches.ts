import { useRef, useState } from "react";
import { type BatchProgress, type BulkChange, sendInBatches } from "./batches.ts";
import type { BulkOutcome } from "./bulk-outcome.ts";

/** Bulk changes with progress and Stop; orders that were not sent stay selected. */
export function useBatches() {
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
