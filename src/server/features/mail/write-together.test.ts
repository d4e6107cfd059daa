import { expect, it } from "vitest";
import { writeTogether } from "./write-together.ts";

function open(fails: (items: readonly string[]) => boolean = () => false, atOnce = 1) {
  const writes: string[][] = [];
  const add = writeTogether<string>({
    most: 3,
    writes: atOnce,
    keyOf: (item) => item[0],
    write: async (items) => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (fails(items)) throw new Error(`not ${items.join()}`);
      writes.push([...items]);
    },
  });
  return { writes, add };
}

it("writes one at once, and what came meanwhile together, at most so many, none of one key in one write", async () => {
  const { writes, add } = open();
  await Promise.all(["a1", "b1", "c1", "c2", "d1", "e1", "c3"].map(add));
  expect(writes).toEqual([["a1"], ["b1", "c1", "d1"], ["c2", "e1"], ["c3"]]);
  await add("f1");
  expect(writes.at(-1)).toEqual(["f1"]);
});

it("lets an item that can't be written fail for itself alone", async () => {
  const { writes, add } = open((items) => items.includes("c1"));
  const results = await Promise.allSettled(["a1", "b1", "c1", "d1"].map(add));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(writes).toEqual([["a1"], ["b1"], ["d1"]]);
});

it("has so many writes under way at once, and no item in two of them", async () => {
  const { writes, add } = open(undefined, 2);
  await Promise.all(["a1", "b1", "c1", "d1", "e1"].map(add));
  expect(writes).toEqual([["a1"], ["b1"], ["c1", "d1", "e1"]]);
});
