import { setImmediate as nextTurn } from "node:timers/promises";
import DataLoader from "dataloader";
import pLimit from "p-limit";

/*
 * Batched reads (dataloader) and bounded concurrency (p-limit), plus what neither library has: batched writes.
 */

/** No cache: every result is read after its request, so batching never returns older data than a single read would. */
const LOADER = { cache: false, batchScheduleFn: setImmediate } as const;

/**
 * Combines all keys requested in one turn of the event loop into one read. A failed read fails all of its callers.
 * @param read receives each key once; keys missing from its map resolve to undefined
 */
export function batchedRead<K, V>(
  read: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
  { maxKeys = Number.POSITIVE_INFINITY } = {},
): (key: K) => Promise<V | undefined> {
  const loader = new DataLoader<K, V | undefined>(
    async (keys) => {
      // With its cache off, the loader passes duplicate keys on.
      const found = await read([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    { ...LOADER, maxBatchSize: maxKeys },
  );
  return (key) => loader.load(key);
}

/** The same for a read without keys. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  const loader = new DataLoader<0, T>(async (callers) => {
    const found = await read();
    return callers.map(() => found);
  }, LOADER);
  return () => loader.load(0);
}

interface BatchOptions<T> {
  /** Batches in progress at once; items that arrive while all slots are busy wait for the next batch. */
  concurrency: number;
  maxItems: number;
  /** Items with equal keys never share a batch. */
  keyOf?(item: T): unknown;
  /** An item whose batch does not start within this time is rejected with NO_SLOT. */
  maxWaitMs?: number;
  /** True when a failed batch changed nothing and one of its items may be the cause; each item is then retried alone. */
  isFaultOfOne(error: unknown): boolean;
}

/** The item was not started. `isDatabaseDown` matches this message. */
export const NO_SLOT = "No slot was free in time";

interface Waiting<T, R> {
  item: T;
  timer: NodeJS.Timeout | undefined;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Groups single items into batches without delaying any of them: while a slot is free, an item starts with the others of
 * its turn of the event loop; while all slots are busy, it joins the next batch.
 * @param work receives the items in order of arrival and returns one result for each
 */
export function createBatcher<T, R>(
  work: (items: T[]) => Promise<readonly R[]>,
  { concurrency, maxItems, keyOf = (item) => item, maxWaitMs, isFaultOfOne }: BatchOptions<T>,
): (item: T) => Promise<R> {
  const limit = pLimit(concurrency);
  const waiting = new Set<Waiting<T, R>>();

  function take(): Waiting<T, R>[] {
    const taken: Waiting<T, R>[] = [];
    const keys = new Set<unknown>();
    for (const entry of waiting) {
      if (taken.length === maxItems) break;
      const key = keyOf(entry.item);
      if (keys.has(key)) continue;
      keys.add(key);
      taken.push(entry);
      waiting.delete(entry);
      clearTimeout(entry.timer);
    }
    return taken;
  }

  async function carryOut(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      if (batch.length > 1 && isFaultOfOne(error)) await Promise.all(batch.map((one) => carryOut([one])));
      else for (const { reject } of batch) reject(error);
    }
  }

  function giveUp(entry: Waiting<T, R>): void {
    waiting.delete(entry);
    entry.reject(new Error(NO_SLOT));
  }

  async function runNext(): Promise<void> {
    const batch = take();
    if (batch.length > 0) await carryOut(batch);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const entry: Waiting<T, R> = { item, resolve, reject, timer: undefined };
      waiting.add(entry);
      // The timer starts at the end of the turn, so an item that a free slot takes immediately never times out.
      setImmediate(() => {
        if (maxWaitMs !== undefined && waiting.has(entry)) entry.timer = setTimeout(giveUp, maxWaitMs, entry);
        // One run per item is enough: each run takes at least one of the waiting items.
        void limit(runNext);
      });
    });
}

/** Items of a slice: few enough that a slice takes a few milliseconds of the event loop. */
const SLICE = 500;

/** Passes a long list on in slices, one after the other; other requests are served in between. */
export async function eachSlice<T>(items: readonly T[], work: (slice: readonly T[]) => unknown): Promise<void> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await nextTurn();
    await work(items.slice(start, start + SLICE));
  }
}
