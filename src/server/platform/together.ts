/**
 * Joins what is asked for in one turn of the event loop: the first one waits for the turn to end, then one read serves
 * all that came in meanwhile. Each answer is read after it was asked for, so nobody gets an older one than alone; a
 * failed read fails all who shared it.
 * @param read gets each key once; what its map does not name is answered undefined
 */
export function together<K, V>(read: (keys: K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | undefined> {
  let keys = new Set<K>();
  const answers = togetherOnce(() => {
    const asked = [...keys];
    keys = new Set();
    return read(asked);
  });
  return async (key) => {
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
