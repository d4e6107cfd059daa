import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { exportOrders } from "#contract/orders/order-export.ts";
import { fetchFile } from "./fetch-file.ts";

const answer = vi.fn<() => Promise<Response>>();
const LIST = { params: { orderName: "newOrder" }, body: {} } as const;

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("localStorage", { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

/** A response of two chunks; may break off after the first. */
function portions({ isWhole }: { isWhole: boolean }): Response {
  const given = ["one\n", "two\n"];
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const portion = given.shift();
        if (portion === undefined) controller.close();
        else if (given.length === 0 && !isWhole) controller.error(new TypeError("network"));
        else controller.enqueue(new TextEncoder().encode(portion));
      },
    }),
  );
}

it("returns the whole file and reports progress", async () => {
  answer.mockResolvedValueOnce(portions({ isWhole: true }));
  const progress: number[] = [];
  const file = await fetchFile(exportOrders, LIST, (bytes) => progress.push(bytes));
  expect(await file.text()).toBe("one\ntwo\n");
  expect(progress).toEqual([4, 8]);
});

it("reports that a file was interrupted, and returns nothing of it", async () => {
  answer.mockResolvedValueOnce(portions({ isWhole: false }));
  const progress: number[] = [];
  const file = fetchFile(exportOrders, LIST, (bytes) => progress.push(bytes));
  await expect(file).rejects.toMatchObject({ httpStatus: 0, message: expect.stringContaining("interrupted") });
  expect(progress).toEqual([4]);
});
