import type { SelectedOrder } from "../order.slice.ts";

interface Reading {
  read: (start: number) => Promise<readonly SelectedOrder[]>;
  /** Told after each window how many orders were read so far. */
  onProgress: (count: number) => void;
  isCurrent: () => boolean;
}

/**
 * Reads a whole list, window after window, each order once however the list shifts meanwhile. Null when `isCurrent`
 * says that nobody wants it any more.
 */
export async function readInWindows(
  total: number,
  windowSize: number,
  { read, onProgress, isCurrent }: Reading,
): Promise<SelectedOrder[] | null> {
  const found = new Map<number, SelectedOrder>();
  for (let start = 0; start < total; start += windowSize) {
    for (const order of await read(start)) found.set(order.id, order);
    if (!isCurrent()) return null;
    onProgress(found.size);
  }
  return [...found.values()];
}
