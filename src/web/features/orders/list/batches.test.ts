import { describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import type { SelectedOrder } from "../order.slice.ts";
import { BATCH_SIZE, readInWindows, sendInBatches } from "./batches.ts";
import { bulkOutcome } from "./bulk-outcome.ts";

const orders = (count: number, from = 1): SelectedOrder[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, status: "New", version: 1 }));
const refusal = (httpStatus: number): ApiError => ({
  httpStatus,
  refusal: null,
  message: `refused with ${httpStatus}`,
});

function sending(send: (ids: number[]) => Promise<unknown> = async () => undefined) {
  const onProgress = vi.fn();
  const sent: number[][] = [];
  const change = {
    verb: "moved",
    onProgress,
    isStopped: () => false,
    send: async (batch: readonly SelectedOrder[]) => {
      const ids = batch.map(({ id }) => id);
      sent.push(ids);
      await send(ids);
      return bulkOutcome(
        ids.map((order_id) => ({ order_id, status: 1, message: "" })),
        MESSAGES.orderMoved,
      );
    },
  };
  return { change, sent, onProgress };
}

describe("a change of many orders", () => {
  it("goes out in batches, tells how far it is and ends in one sentence", async () => {
    const { change, sent, onProgress } = sending();
    const outcome = await sendInBatches(orders(2 * BATCH_SIZE + 1), change);
    expect(sent.map((ids) => ids.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 1]);
    expect(onProgress.mock.calls.map(([{ done }]) => done)).toEqual([0, 500, 1000, 1001]);
    expect(outcome).toMatchObject({ failed: [], message: MESSAGES.orderMoved });
    expect(outcome.done).toHaveLength(1001);
  });

  it("goes on past a batch that was refused, and names each of its orders", async () => {
    const { change } = sending(async ([first]) => {
      if (first === 1) throw refusal(422);
    });
    const outcome = await sendInBatches(orders(BATCH_SIZE + 2), change);
    expect(outcome.done).toEqual([501, 502]);
    expect(outcome.failed).toHaveLength(BATCH_SIZE);
    expect(outcome.failed[0]).toEqual({ order_id: 1, status: 0, message: "refused with 422" });
    expect(outcome.message).toBe("2 of 502 orders moved.");
  });

  it.each([0, 401, 403, 503])("ends with the batch that is answered with %i", async (httpStatus) => {
    const { change, sent } = sending(async () => {
      throw refusal(httpStatus);
    });
    const outcome = await sendInBatches(orders(3 * BATCH_SIZE), change);
    expect(sent).toHaveLength(1);
    expect(outcome.failed).toHaveLength(BATCH_SIZE);
  });

  it("sends nothing more once it is stopped", async () => {
    const { change, sent } = sending();
    const outcome = await sendInBatches(orders(3 * BATCH_SIZE), { ...change, isStopped: () => sent.length === 1 });
    expect(outcome.done).toHaveLength(BATCH_SIZE);
  });

  it("leaves a lone call's refusal in its own words", async () => {
    const { change } = sending(async () => {
      throw refusal(503);
    });
    expect(await sendInBatches(orders(3), change)).toEqual({ done: [], failed: [], message: "refused with 503" });
  });
});

describe("a whole list", () => {
  it("is read window after window, an order that shifted into the next one counted once", async () => {
    const read = vi.fn(async (start: number) => (start === 0 ? orders(10) : orders(6, 10)));
    const onProgress = vi.fn();
    const found = await readInWindows(15, 10, { read, onProgress, isCurrent: () => true });
    expect(found?.map(({ id }) => id)).toEqual(orders(15).map(({ id }) => id));
    expect(read.mock.calls).toEqual([[0], [10]]);
    expect(onProgress.mock.calls).toEqual([[10], [15]]);
  });

  it("is nobody's once it was left", async () => {
    const read = vi.fn(async () => orders(10));
    expect(await readInWindows(30, 10, { read, onProgress: vi.fn(), isCurrent: () => false })).toBeNull();
    expect(read).toHaveBeenCalledOnce();
  });
});
