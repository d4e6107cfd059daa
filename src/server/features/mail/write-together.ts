interface Waiting<T> {
  item: T;
  done: PromiseWithResolvers<void>;
}

interface Writer<T> {
  /** Items of one write at the most. */
  most: number;
  /** Writes at once, so that one that waits for the disk does not hold up the next. */
  writes: number;
  /** Two items of one key never share a write. */
  keyOf(item: T): unknown;
  /** All of them or none. */
  write(items: readonly T[]): Promise<void>;
}

/**
 * What comes in while all writes are under way is written together by the next one: under load a transaction carries
 * many items, and a lone one never waits. When a shared write fails, each of its items is written alone, so that one that
 * can't be written fails for itself only.
 */
export function writeTogether<T>({ most, writes, keyOf, write }: Writer<T>): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let underWay = 0;

  function take(): Waiting<T>[] {
    const keys = new Set<unknown>();
    const taken: Waiting<T>[] = [];
    const left: Waiting<T>[] = [];
    for (const each of waiting) {
      const key = keyOf(each.item);
      if (taken.length < most && !keys.has(key)) taken.push(each);
      else left.push(each);
      keys.add(key);
    }
    waiting = left;
    return taken;
  }

  async function writeAlone({ item, done }: Waiting<T>): Promise<void> {
    await write([item]).then(done.resolve, done.reject);
  }

  async function run(): Promise<void> {
    underWay += 1;
    while (waiting.length > 0) {
      const taken = take();
      const items = taken.map(({ item }) => item);
      const isWritten = taken.length > 1 && (await write(items).then(yes, no));
      for (const each of taken) {
        if (isWritten) each.done.resolve();
        else await writeAlone(each);
      }
    }
    // In one step with the look at what waits: whoever comes after it begins a run of its own.
    underWay -= 1;
  }

  return async (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (underWay < writes) void run();
    await done.promise;
  };
}

const yes = () => true;
const no = () => false;
