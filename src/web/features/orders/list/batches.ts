import { toApiError } from "#web/platform/api-error.ts";
import type { SelectedOrder } from "../order.slice.ts";
import { type BulkOutcome, mergedOutcome, refusedOutcome, withReasons } from "./bulk-outcome.ts";

/** Orders of one call: some tenths of a second of the server's time, so that the progress moves and Stop is heard. */
export const BATCH_SIZE = 500;

const UNPROCESSABLE = 422;

export interface BatchProgress {
  done: number;
  all: number;
}

interface Sending {
  /** Counts what was done: "3 of 5 orders moved." */
  verb: string;
  send: (batch: readonly SelectedOrder[]) => Promise<BulkOutcome>;
  onProgress: (progress: BatchProgress) => void;
  isStopped: () => boolean;
  /** Other calls belong to the same change. */
  isPart?: boolean;
}

/**
 * Sends a change of many orders in batches, one after the other. It ends early when it is stopped, or when a batch got
 * no answer that concerns its orders; orders that were not sent are in no outcome.
 */
export async function sendInBatches(orders: readonly SelectedOrder[], sending: Sending): Promise<BulkOutcome> {
  const { verb, send, onProgress, isStopped, isPart = orders.length > BATCH_SIZE } = sending;
  const outcomes: BulkOutcome[] = [];
  onProgress({ done: 0, all: orders.length });
  for (let start = 0; start < orders.length && !isStopped(); start += BATCH_SIZE) {
    const batch = orders.slice(start, start + BATCH_SIZE);
    try {
      outcomes.push(await send(batch));
    } catch (error) {
      outcomes.push(isPart ? refusedPart(error, batch) : refusedOutcome(error));
      // Without a session or a server the next batch would fail alike.
      if (toApiError(error).httpStatus !== UNPROCESSABLE) break;
    }
    onProgress({ done: Math.min(start + BATCH_SIZE, orders.length), all: orders.length });
  }
  return mergedOutcome(outcomes, verb);
}

/** A refusal of one call among several: each of its orders takes the sentence of the whole when none has its own. */
function refusedPart(error: unknown, batch: readonly SelectedOrder[]): BulkOutcome {
  return withReasons(
    refusedOutcome(error),
    batch.map(({ id }) => id),
  );
}

/**
 * Reads a whole list, window after window, each order once however the list shifts meanwhile. Null when `isCurrent`
 * says that nobody wants it any more.
 */
export async function readInWindows(
  total: number,
  windowSize: number,
  reading: {
    read: (start: number) => Promise<readonly SelectedOrder[]>;
    onProgress: (count: number) => void;
    isCurrent: () => boolean;
  },
): Promise<SelectedOrder[] | null> {
  const found = new Map<number, SelectedOrder>();
  for (let start = 0; start < total; start += windowSize) {
    for (const order of await reading.read(start)) found.set(order.id, order);
    if (!reading.isCurrent()) return null;
    reading.onProgress(found.size);
  }
  return [...found.values()];
}
