import type { SelectedOrder } from "#web/features/orders/order.slice.ts";

interface Reading {
  /** Place of the first order to read. */
  start: number;
  read: (start: number) => Promise<readonly SelectedOrder[]>;
  /** Called after each window with the number of orders read so far. */
  onProgress: (count: number) => void;
  isCurrent: () => boolean;
}

/**
 * Reads at least `count` orders of a list, window by window, each order once even if the list shifts while it is read. Null when
 * `isCurrent` says that the result is no longer needed.
 */
export async function readInWindows(
  count: number,
  windowSize: number,
  { start, read, onProgress, isCurrent }: Reading,
): Promise<SelectedOrder[] | null> {
  const found = new Map<number, SelectedOrder>();
  const end = start + count;
  for (let place = start; place < end; place += windowSize) {
    for (const order of await read(place)) found.set(order.id, order);
    if (!isCurrent()) return null;
    onProgress(found.size);
  }
  return [...found.values()];
}
