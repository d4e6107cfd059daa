import { useRef, useState } from "react";
import { toApiError } from "#web/platform/api-error.ts";
import type { SelectedOrder } from "../order.slice.ts";
import { type BulkOutcome, mergedOutcome, refusedOutcome, withReasons } from "./bulk-outcome.ts";

/** Orders of one call: some tenths of a second of the server's time, so that the progress moves and Stop is heard. */
export const BATCH_SIZE = 500;

export interface BatchProgress {
  done: number;
  all: number;
}

/**
 * Sends a change of many orders in batches, one after the other, and tells how far it has come. It ends early when it
 * is stopped or when a batch got no answer; orders that were not sent are in no outcome and stay selected. `isPart`
 * says that other calls belong to the same change.
 */
export function useBatches() {
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const isStopped = useRef(false);

  const run = async (
    orders: readonly SelectedOrder[],
    verb: string,
    send: (batch: readonly SelectedOrder[]) => Promise<BulkOutcome>,
    isPart = orders.length > BATCH_SIZE,
  ): Promise<BulkOutcome> => {
    const outcomes: BulkOutcome[] = [];
    isStopped.current = false;
    setProgress({ done: 0, all: orders.length });
    try {
      for (let start = 0; start < orders.length && !isStopped.current; start += BATCH_SIZE) {
        const batch = orders.slice(start, start + BATCH_SIZE);
        try {
          outcomes.push(await send(batch));
        } catch (error) {
          outcomes.push(isPart ? refusedPart(error, batch) : refusedOutcome(error));
          // A refusal of the server's concerns this batch; without an answer, or a session, the next one fails alike.
          if (toApiError(error).httpStatus !== 422) isStopped.current = true;
        }
        setProgress({ done: Math.min(start + BATCH_SIZE, orders.length), all: orders.length });
      }
    } finally {
      setProgress(null);
    }
    return mergedOutcome(outcomes, verb);
  };

  const stop = () => {
    isStopped.current = true;
  };
  return { run, progress, stop };
}

/** A refusal of one call among several: each of its orders takes the sentence of the whole when none has its own. */
function refusedPart(error: unknown, batch: readonly SelectedOrder[]): BulkOutcome {
  return withReasons(
    refusedOutcome(error),
    batch.map(({ id }) => id),
  );
}
