import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { type BulkOutcome, mergedOutcome, refusedOutcome, withReasons } from "./bulk-outcome.ts";

/** Orders per call: some tenths of a second on the server, so that progress is visible and Stop takes effect soon. */
export const BATCH_SIZE = 500;

export interface BatchProgress {
  done: number;
  all: number;
}

export interface BulkChange {
  /** Orders of different groups never share a call. */
  groups: readonly (readonly SelectedOrder[])[];
  /** As used in a count: `3 of 5 orders moved`. */
  verb: string;
  send: (batch: readonly SelectedOrder[]) => Promise<BulkOutcome>;
}

interface Watch {
  isStopped: () => boolean;
  onProgress: (progress: BatchProgress) => void;
}

/**
 * Sends a bulk change in batches, one after the other, and reports progress. It ends early when it is stopped or when a
 * batch got no response; orders that were not sent are in no outcome.
 */
export async function sendInBatches({ groups, verb, send }: BulkChange, watch: Watch): Promise<BulkOutcome> {
  const batches = groups.flatMap(batchesOf);
  const all = batches.flat().length;
  const outcomes: BulkOutcome[] = [];
  let done = 0;
  watch.onProgress({ done, all });
  for (const batch of batches) {
    if (watch.isStopped()) break;
    let isOver = false;
    try {
      outcomes.push(await send(batch));
    } catch (error) {
      outcomes.push(batches.length > 1 ? refusedPart(error, batch) : refusedOutcome(error));
      // A refusal by the server concerns this batch only; without a response or a session, the next batch would fail too.
      isOver = toApiError(error).httpStatus !== 422;
    }
    done += batch.length;
    watch.onProgress({ done, all });
    if (isOver) break;
  }
  return mergedOutcome(outcomes, verb, all);
}

function batchesOf(orders: readonly SelectedOrder[]): (readonly SelectedOrder[])[] {
  const count = Math.ceil(orders.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, index) => orders.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE));
}

/** The refusal of one call among several: each of its orders gets the call's message unless it has its own. */
function refusedPart(error: unknown, batch: readonly SelectedOrder[]): BulkOutcome {
  return withReasons(
    refusedOutcome(error),
    batch.map(({ id }) => id),
  );
}
