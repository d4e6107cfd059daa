interface BatchOptions {
  /** Batches under way at the same time; what comes in meanwhile waits and goes together. */
  lanes: number;
  /** Most items of a batch. */
  most: number;
  /** An item that no lane took for so long is given up. */
  patienceMs: number;
  /** True when a failed batch left nothing behind and one of its items may be why: then each is tried by itself. */
  isOfOne(error: unknown): boolean;
}

interface Waiting<T, R> {
  item: T;
  since: number;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** What was given up: nothing of it was begun. `isDatabaseDown` knows these words. */
export const NO_LANE = "No lane was free in time";

/**
 * Joins single pieces of work into batches without making anybody wait for company: a piece that comes in while a lane
 * is free begins with those of the same turn of the event loop, one that comes in while all are busy goes with the next.
 * @param work gets the items in the order in which they came and returns the result of each
 */
export function inBatches<T, R>(
  work: (items: T[]) => Promise<readonly R[]>,
  { lanes, most, patienceMs, isOfOne }: BatchOptions,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let busy = 0;
  let isTurnOpen = false;
  let patience: NodeJS.Timeout | undefined;

  function begin(): void {
    while (busy < lanes && waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      busy += 1;
      void carryOut(batch).then(() => {
        busy -= 1;
        begin();
      });
    }
    const [oldest] = waiting;
    if (oldest === undefined) {
      clearTimeout(patience);
      patience = undefined;
    } else if (patience === undefined) {
      patience = setTimeout(giveUp, oldest.since + patienceMs - performance.now());
    }
  }

  async function carryOut(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      if (batch.length > 1 && isOfOne(error)) await Promise.all(batch.map((one) => carryOut([one])));
      else for (const { reject } of batch) reject(error);
    }
  }

  function giveUp(): void {
    patience = undefined;
    const latest = performance.now() - patienceMs;
    const late = waiting.filter(({ since }) => since <= latest);
    waiting = waiting.slice(late.length);
    for (const { reject } of late) reject(new Error(NO_LANE));
    begin();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      if (isTurnOpen) return;
      isTurnOpen = true;
      setImmediate(() => {
        isTurnOpen = false;
        begin();
      });
    });
}
