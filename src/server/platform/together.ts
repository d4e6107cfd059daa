/**
 * Joins what is asked for in one turn of the event loop: the first one waits for the turn to end, then one read serves
 * all that came in meanwhile. Each answer is read after it was asked for, so nobody gets an older one than alone; a
 * failed read fails all who shared it.
 * @param read gets each key once; what its map does not name is answered undefined
 * @param atMost keys of one read; with more of them several reads begin at once
 */
export function together<K, V>(
  read: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
  { atMost = Number.POSITIVE_INFINITY }: { atMost?: number } = {},
): (key: K) => Promise<V | undefined> {
  let open: { keys: Set<K>; answers: () => Promise<ReadonlyMap<K, V>> } | undefined;
  const begin = () => {
    const keys = new Set<K>();
    const begun = {
      keys,
      answers: togetherOnce(() => {
        if (open === begun) open = undefined;
        return read([...keys]);
      }),
    };
    return begun;
  };
  return async (key) => {
    if (open === undefined || (open.keys.size >= atMost && !open.keys.has(key))) open = begin();
    const { keys, answers } = open;
    keys.add(key);
    return (await answers()).get(key);
  };
}

/** The same for a read that knows no keys. */
export function togetherOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let open: Promise<T> | undefined;
  return () => {
    open ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      open = undefined;
      return read();
    });
    return open;
  };
}
