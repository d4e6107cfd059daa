import { describe, expect, it } from "vitest";
import { inBatches, NO_LANE } from "./in-batches.ts";

const OPTIONS = { lanes: 1, most: 100, patienceMs: 60_000, isOfOne: () => false };

/** Work that ends when it is told to. */
function heldWork() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const work = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map((item) => item * 10);
  };
  /** Ends the batch that is under way the longest. */
  const end = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { batches, work, end };
}

describe("single pieces of work", () => {
  it("of one turn go together, and each gets its own result", async () => {
    const { batches, work, end } = heldWork();
    const send = inBatches(work, OPTIONS);
    const sent = Promise.all([send(1), send(2), send(3)]);
    await end();
    expect(await sent).toEqual([10, 20, 30]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it("wait for a lane and then go together, in the order in which they came, no more than may", async () => {
    const { batches, work, end } = heldWork();
    const send = inBatches(work, { ...OPTIONS, most: 2 });
    const first = send(1);
    await expect.poll(() => batches.length).toBe(1);
    const later = [send(2), send(3), send(4)];
    await end();
    await end();
    await end();
    expect(await Promise.all([first, ...later])).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it("begin at once while a lane is free, whatever holds the other", async () => {
    const { batches, work, end } = heldWork();
    const send = inBatches(work, { ...OPTIONS, lanes: 2 });
    const held = send(1);
    await expect.poll(() => batches.length).toBe(1);
    const next = send(2);
    await expect.poll(() => batches.length).toBe(2);
    await end();
    await end();
    expect(await Promise.all([held, next])).toEqual([10, 20]);
  });

  it("that come when all is done are taken up anew", async () => {
    const send = inBatches(async (items: number[]) => items, OPTIONS);
    expect([await send(1), await send(2)]).toEqual([1, 2]);
  });
});

describe("a batch that fails", () => {
  const refused = new Error("refused");
  const refusing = (tries: number[][]) => async (items: number[]) => {
    tries.push(items);
    if (items.includes(2)) throw refused;
    return items;
  };

  it("fails nobody but the one who is to blame", async () => {
    const tries: number[][] = [];
    const send = inBatches(refusing(tries), { ...OPTIONS, isOfOne: () => true });
    const sent = await Promise.allSettled([send(1), send(2), send(3)]);
    expect(sent).toEqual([
      { status: "fulfilled", value: 1 },
      { status: "rejected", reason: refused },
      { status: "fulfilled", value: 3 },
    ]);
    expect(tries).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(await send(4)).toBe(4);
  });

  it("is tried once and fails all when nobody is to blame", async () => {
    const tries: number[][] = [];
    const send = inBatches(refusing(tries), OPTIONS);
    const sent = await Promise.allSettled([send(1), send(2), send(3)]);
    expect(sent.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(tries).toEqual([[1, 2, 3]]);
    expect(await send(4)).toBe(4);
  });
});

it("gives up what no lane took in time, and begins none of it", async () => {
  const { batches, work, end } = heldWork();
  const send = inBatches(work, { ...OPTIONS, patienceMs: 1 });
  const held = send(1);
  await expect.poll(() => batches.length).toBe(1);
  await expect(send(2)).rejects.toThrow(NO_LANE);
  await end();
  expect(await held).toBe(10);
  expect(batches).toEqual([[1]]);
});
