import { expect, it } from "vitest";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { BATCH_SIZE, sendInBatches } from "./batches.ts";

const MANY = BATCH_SIZE + 1;
const orders = (status: SelectedOrder["status"], count: number): SelectedOrder[] =>
  Array.from({ length: count }, (_, id) => ({ id, status, version: 1 }));
const ids = (batch: readonly SelectedOrder[]) => batch.map(({ id }) => id);

/** Sends `groups`; `answer` responds to each call and gets the number of calls before it. */
async function sent(groups: SelectedOrder[][], answer: (before: number) => "moved" | "stop" | Error) {
  const calls: (readonly SelectedOrder[])[] = [];
  const progress: number[] = [];
  let isStopped = false;
  const send = async (batch: readonly SelectedOrder[]) => {
    const said = answer(calls.push(batch) - 1);
    if (said instanceof Error) throw said;
    isStopped ||= said === "stop";
    return { done: ids(batch), failed: [], message: "Moved" };
  };
  const onProgress = ({ done, all }: { done: number; all: number }) => progress.push(done, all);
  const outcome = await sendInBatches({ groups, verb: "moved", send }, { isStopped: () => isStopped, onProgress });
  return { calls, progress, outcome };
}

it("sends batches one after the other, none with orders of two groups, and counts them as one change", async () => {
  const { calls, progress, outcome } = await sent([orders("New", MANY), orders("Pending", 2)], () => "moved");
  expect(calls.map((batch) => [batch.length, batch[0]?.status])).toEqual([
    [BATCH_SIZE, "New"],
    [1, "New"],
    [2, "Pending"],
  ]);
  const all = MANY + 2;
  expect(progress).toEqual([0, BATCH_SIZE, MANY, all].flatMap((done) => [done, all]));
  expect(outcome).toMatchObject({ failed: [], message: "Moved" });
});

it("sends nothing more once it is stopped, and reports how many were not changed", async () => {
  const { calls, outcome } = await sent([orders("New", MANY), orders("Pending", 2)], () => "stop");
  expect(calls).toHaveLength(1);
  expect(outcome.done).toHaveLength(BATCH_SIZE);
  expect(outcome.message).toBe(`${BATCH_SIZE} of ${MANY + 2} orders moved.`);
});

it("sends nothing more once a call got no response", async () => {
  const { calls, outcome } = await sent([orders("New", 1), orders("Pending", 1)], () => new Error("offline"));
  expect(calls).toHaveLength(1);
  expect(outcome.failed).toHaveLength(1);
});
