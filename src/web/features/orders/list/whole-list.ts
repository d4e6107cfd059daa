import type { SelectedOrder } from "../order.slice.ts";

interface Reading {
  read: (start: number) => Promise<readonly SelectedOrder[]>;
  /** Called after each window with the number of orders read so far. */
  onProgress: (count: number) => void;
  isCurrent: () => boolean;
}

/**
 * Reads a whole list, window by window, each order once even if the list shifts while it is read. Null when
 * `isCurrent` says that the result is no longer needed.
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
