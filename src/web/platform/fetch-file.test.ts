import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { exportOrders } from "#contract/order-export.ts";
import { fetchFile } from "./fetch-file.ts";

const answer = vi.fn<() => Promise<Response>>();
const LIST = { params: { orderName: "newOrder" }, query: {} } as const;

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("localStorage", { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

/** An answer of two portions; after the first one it may break off. */
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

it("gives the whole file, and tells on its way how much has come", async () => {
  answer.mockResolvedValueOnce(portions({ isWhole: true }));
  const told: number[] = [];
  const file = await fetchFile(exportOrders, LIST, (bytes) => told.push(bytes));
  expect(await file.text()).toBe("one\ntwo\n");
  expect(told).toEqual([4, 8]);
});

it("says that a file broke off, and gives nothing of it", async () => {
  answer.mockResolvedValueOnce(portions({ isWhole: false }));
  const told: number[] = [];
  const file = fetchFile(exportOrders, LIST, (bytes) => told.push(bytes));
  await expect(file).rejects.toMatchObject({ httpStatus: 0, message: expect.stringContaining("broke off") });
  expect(told).toEqual([4]);
});
