import { describe, expect, it } from "vitest";
import { batchedRead, createBatcher, eachSlice, NO_SLOT, sharedRead } from "./batching.ts";

describe("reads requested in one turn", () => {
  it("are one read, each key once, and each caller gets the answer to its own", async () => {
    const reads: string[][] = [];
    const find = batchedRead(async (keys: string[]) => {
      reads.push(keys);
      return new Map(keys.filter((key) => key !== "unknown").map((key) => [key, key.toUpperCase()]));
    });
    expect(await Promise.all([find("a"), find("b"), find("a"), find("unknown")])).toEqual(["A", "B", "A", undefined]);
    expect(reads).toEqual([["a", "b", "unknown"]]);
  });

  it("are split when one read takes a limited number of keys", async () => {
    const reads: number[][] = [];
    const find = batchedRead(
      async (keys: number[]) => {
        reads.push(keys);
        if (keys.includes(3)) throw new Error("this read fails");
        return new Map(keys.map((key) => [key, key * 2]));
      },
      { maxKeys: 2 },
    );
    const answers = await Promise.allSettled([1, 2, 3, 4, 5, 5].map(find));
    expect(reads).toEqual([[1, 2], [3, 4], [5]]);
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "failed"))).toEqual([
      2,
      4,
      "failed",
      "failed",
      10,
      10,
    ]);
    expect(await Promise.all([find(1), find(2)])).toEqual([2, 4]);
    expect(reads.length).toBe(4);
  });

  it("never return data that was read before the request", async () => {
    let state = "open";
    const answers: (() => void)[] = [];
    const read = sharedRead(async () => {
      const seen = state;
      await new Promise<void>((resolve) => answers.push(resolve));
      return seen;
    });
    const first = Promise.all([read(), read()]);
    await expect.poll(() => answers.length).toBe(1);
    // The first read is in progress and has seen the old state, so a request now needs another read.
    state = "ended";
    const second = read();
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    expect([await first, await second]).toEqual([["open", "open"], "ended"]);
  });

  it("fail together, and the next one is read again", async () => {
    let isDown = true;
    const find = batchedRead(async (keys: number[]) => {
      if (isDown) throw new Error("the database is away");
      return new Map(keys.map((key) => [key, key * 2]));
    });
    const failed = await Promise.allSettled([find(1), find(2)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isDown = false;
    expect(await find(3)).toBe(6);
  });
});

describe("a batcher", () => {
  const OPTIONS = { concurrency: 1, maxItems: 100, isFaultOfOne: () => false };

  /** Work that ends on demand. */
  function heldWork() {
    const batches: number[][] = [];
    const ends: (() => void)[] = [];
    const work = async (items: number[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map((item) => item * 10);
    };
    /** Ends the oldest running batch. */
    const end = async () => {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      ends.shift()?.();
    };
    return { batches, work, end };
  }

  it("joins the items of one turn, and each gets its own result", async () => {
    const { batches, work, end } = heldWork();
    const send = createBatcher(work, OPTIONS);
    const sent = Promise.all([send(1), send(2), send(3)]);
    await end();
    expect(await sent).toEqual([10, 20, 30]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it("joins waiting items in order of arrival, up to the maximum", async () => {
    const { batches, work, end } = heldWork();
    const send = createBatcher(work, { ...OPTIONS, maxItems: 2 });
    const first = send(1);
    await expect.poll(() => batches.length).toBe(1);
    const later = [send(2), send(3), send(4)];
    await end();
    await end();
    await end();
    expect(await Promise.all([first, ...later])).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it("never puts two items with one key into a batch, and keeps their order", async () => {
    const batches: string[][] = [];
    const send = createBatcher(
      async (items: string[]) => {
        batches.push(items);
        return items;
      },
      { ...OPTIONS, maxItems: 3, keyOf: (item) => item[0] },
    );
    await Promise.all(["a1", "b1", "b2", "c1", "b3", "d1", "e1"].map(send));
    expect(batches).toEqual([["a1", "b1", "c1"], ["b2", "d1", "e1"], ["b3"]]);
  });

  it("starts immediately while a slot is free", async () => {
    const { batches, work, end } = heldWork();
    const send = createBatcher(work, { ...OPTIONS, concurrency: 2 });
    const held = send(1);
    await expect.poll(() => batches.length).toBe(1);
    const next = send(2);
    await expect.poll(() => batches.length).toBe(2);
    await end();
    await end();
    expect(await Promise.all([held, next])).toEqual([10, 20]);
  });

  it("accepts new items after it was idle", async () => {
    const send = createBatcher(async (items: number[]) => items, OPTIONS);
    expect([await send(1), await send(2)]).toEqual([1, 2]);
  });

  const refused = new Error("refused");
  const refusing = (tries: number[][]) => async (items: number[]) => {
    tries.push(items);
    if (items.includes(2)) throw refused;
    return items;
  };

  it("fails only the item that caused the error", async () => {
    const tries: number[][] = [];
    const send = createBatcher(refusing(tries), { ...OPTIONS, isFaultOfOne: () => true });
    const sent = await Promise.allSettled([send(1), send(2), send(3)]);
    expect(sent).toEqual([
      { status: "fulfilled", value: 1 },
      { status: "rejected", reason: refused },
      { status: "fulfilled", value: 3 },
    ]);
    expect(tries).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(await send(4)).toBe(4);
  });

  it("fails all items after one attempt when no item caused the error", async () => {
    const tries: number[][] = [];
    const send = createBatcher(refusing(tries), OPTIONS);
    const sent = await Promise.allSettled([send(1), send(2), send(3)]);
    expect(sent.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(tries).toEqual([[1, 2, 3]]);
    expect(await send(4)).toBe(4);
  });

  it("rejects an item for which no slot was free in time, without starting it", async () => {
    const { batches, work, end } = heldWork();
    const send = createBatcher(work, { ...OPTIONS, maxWaitMs: 1 });
    const held = send(1);
    await expect.poll(() => batches.length).toBe(1);
    await expect(send(2)).rejects.toThrow(NO_SLOT);
    await end();
    expect(await held).toBe(10);
    expect(batches).toEqual([[1]]);
  });
});

describe("a long list in slices", () => {
  it("is passed on whole and in sequence, and other work gets its turn after each slice", async () => {
    const items = Array.from({ length: 1201 }, (_, index) => index);
    const log: (string | number)[] = [];
    const other = () => {
      log.push("other");
      if (log.length < 5) setImmediate(other);
    };
    setImmediate(other);
    const seen: number[] = [];
    await eachSlice(items, (slice) => {
      seen.push(...slice);
      log.push(slice.length);
    });
    expect(seen).toEqual(items);
    expect(log).toEqual([500, "other", 500, "other", 201]);
  });

  it("waits for the work of a slice before the next one, and ends with its failure", async () => {
    const begun: number[] = [];
    const work = async (slice: readonly number[]) => {
      begun.push(slice.length);
      await Promise.resolve();
      if (begun.length === 2) throw new Error("the second slice fails");
    };
    await expect(eachSlice(new Array<number>(1600).fill(0), work)).rejects.toThrow("the second slice fails");
    expect(begun).toEqual([500, 500]);
  });
});
