import { expect, it, vi } from "vitest";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { readInWindows } from "./whole-list.ts";

const orders = (count: number, from = 1): SelectedOrder[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, status: "New", version: 1 }));

it("reads window after window and counts an order that moved to the next one once", async () => {
  const read = vi.fn(async (start: number) => (start === 0 ? orders(10) : orders(6, 10)));
  const onProgress = vi.fn();
  const found = await readInWindows(15, 10, { start: 0, read, onProgress, isCurrent: () => true });
  expect(found?.map(({ id }) => id)).toEqual(orders(15).map(({ id }) => id));
  expect(read.mock.calls).toEqual([[0], [10]]);
  expect(onProgress.mock.calls).toEqual([[10], [15]]);
});

it("stops when the list was left", async () => {
  const read = vi.fn(async () => orders(10));
  expect(await readInWindows(30, 10, { start: 0, read, onProgress: vi.fn(), isCurrent: () => false })).toBeNull();
  expect(read).toHaveBeenCalledOnce();
});

it("reads a part of a list from its place on", async () => {
  const read = vi.fn(async (start: number) => orders(10, start));
  const isCurrent = () => true;
  await readInWindows(12, 10, { start: 25, read, onProgress: vi.fn(), isCurrent });
  expect(read.mock.calls).toEqual([[25], [35]]);
});
