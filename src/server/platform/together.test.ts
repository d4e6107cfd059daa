import { describe, expect, test } from "vitest";
import { together, togetherOnce } from "./together.ts";

describe("reads that are asked for together", () => {
  test("are one read, each key once, and each asker gets the answer to his own", async () => {
    const reads: string[][] = [];
    const find = together(async (keys: string[]) => {
      reads.push(keys);
      return new Map(keys.filter((key) => key !== "unknown").map((key) => [key, key.toUpperCase()]));
    });
    expect(await Promise.all([find("a"), find("b"), find("a"), find("unknown")])).toEqual(["A", "B", "A", undefined]);
    expect(reads).toEqual([["a", "b", "unknown"]]);
  });

  test("are as many reads as their keys need, when one takes no more than so many", async () => {
    const reads: number[][] = [];
    const find = together(
      async (keys: number[]) => {
        reads.push(keys);
        if (keys.includes(3)) throw new Error("this read fails");
        return new Map(keys.map((key) => [key, key * 2]));
      },
      { atMost: 2 },
    );
    // The last two ask for what the open read holds already.
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

  test("never answer what was read before it was asked for", async () => {
    let state = "open";
    const answers: (() => void)[] = [];
    const read = togetherOnce(async () => {
      const seen = state;
      await new Promise<void>((resolve) => answers.push(resolve));
      return seen;
    });
    const first = read();
    await expect.poll(() => answers.length).toBe(1);
    // The first read is under way and has seen the old state: whoever asks now gets a read of his own.
    state = "ended";
    const second = read();
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    expect(await Promise.all([first, second])).toEqual(["open", "ended"]);
  });

  test("fail together, and the next one is read anew", async () => {
    let isDown = true;
    const find = together(async (keys: number[]) => {
      if (isDown) throw new Error("the database is away");
      return new Map(keys.map((key) => [key, key * 2]));
    });
    const failed = await Promise.allSettled([find(1), find(2)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isDown = false;
    expect(await find(3)).toBe(6);
  });
});
