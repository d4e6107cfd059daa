import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeText, forgetUndone, keepOwnChange, readOwnChanges } from "./own-changes.ts";

const MINUTE_MS = 60_000;
let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  vi.useFakeTimers({ now: Date.parse("2026-03-01T10:00:00Z") });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    removeItem: (key: string) => delete kept[key],
    setItem: (key: string, value: string) => {
      if (value.length > 5_000_000) throw new DOMException("full", "QuotaExceededError");
      kept[key] = value;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const order = (id: number, status: "New" | "Priority" = "New") => ({ id, status, version: id % 7 });
const many = (count: number) => Array.from({ length: count }, (_, index) => order(100_000 + index));
const move = (orders: ReturnType<typeof many>) => keepOwnChange({ kind: "move", words: "moved", orders });

it("keeps orders as they were, the newest change first, for an hour", () => {
  const orders = [order(1), order(2, "Priority"), order(3)];
  move(orders);
  vi.advanceTimersByTime(30 * MINUTE_MS);
  keepOwnChange({ kind: "refund", words: "refunded", orders: [order(4)] });
  const [newest, oldest] = readOwnChanges();
  expect([newest?.words, oldest?.words]).toEqual(["refunded", "moved"]);
  expect(oldest?.orders.toSorted((a, b) => a.id - b.id)).toEqual(orders);
  vi.advanceTimersByTime(30 * MINUTE_MS);
  expect(readOwnChanges().map(({ words }) => words)).toEqual(["refunded"]);
});

it("forgets the orders that were undone, and a change without any left", () => {
  const key = move([order(1), order(2)]);
  forgetUndone(key, [2, 3]);
  expect(readOwnChanges().map(({ orders }) => orders)).toEqual([[order(1)]]);
  forgetUndone(key, [1]);
  expect(readOwnChanges()).toEqual([]);
  expect(kept).toEqual({});
});

it("drops the oldest changes of very many orders", () => {
  for (let count = 0; count < 4; count += 1) {
    move(many(10_000));
    vi.advanceTimersByTime(MINUTE_MS);
  }
  expect(readOwnChanges()).toHaveLength(3);
});

it("survives what another version kept", () => {
  move([order(1)]);
  const [key = ""] = Object.keys(kept);
  kept[key] = JSON.stringify({ at: Date.now(), text: '[{"id":1}]' });
  expect(readOwnChanges()).toEqual([]);
});

it("names one order by its id and several by their number", () => {
  expect(changeText([{ id: 7 }], "moved back")).toBe("Order 7 moved back");
  expect(changeText(many(2), "moved to Priority")).toBe("2 orders moved to Priority");
});
