import { expect, it } from "vitest";
import { bulkOutcome, mergedOutcome, refusedOutcome, withReasons } from "./bulk-outcome.ts";

const result = (order_id: number, status: 0 | 1) => ({ order_id, status, message: status === 1 ? "Moved" : "No" });

it("separates changed orders from refused ones", () => {
  const { done, failed } = bulkOutcome([result(1, 1), result(2, 0)], "1 of 2");
  expect([done, failed]).toEqual([[1], [result(2, 0)]]);
});

it("uses the server's message for one call and a count for several", () => {
  const one = bulkOutcome([result(1, 1)], "Moved");
  expect(mergedOutcome([one], "moved", 1)).toBe(one);
  expect(mergedOutcome([one, bulkOutcome([result(2, 1)], "Moved")], "moved", 2)).toEqual({
    done: [1, 2],
    failed: [],
    message: "Moved",
  });
  expect(mergedOutcome([one, bulkOutcome([result(2, 0)], "No")], "moved", 2)).toMatchObject({
    done: [1],
    failed: [result(2, 0)],
    message: "1 of 2 orders moved.",
  });
});

it("counts orders that were never sent", () => {
  const one = bulkOutcome([result(1, 1)], "Moved");
  expect(mergedOutcome([one], "moved", 3).message).toBe("1 of 3 orders moved.");
  expect(mergedOutcome([one, bulkOutcome([result(2, 1)], "Moved")], "moved", 3)).toMatchObject({
    done: [1, 2],
    message: "2 of 3 orders moved.",
  });
  const refused = refusedOutcome(new Error("offline"));
  expect(mergedOutcome([refused], "moved", 3)).toBe(refused);
});

it("names the request of a server error", () => {
  const refusal = { status: 0, message: "Something went wrong", code: "internal", requestId: "r-1" } as const;
  const { message } = refusedOutcome({ httpStatus: 500, message: refusal.message, refusal });
  expect(message).toBe("Something went wrong\nRequest r-1");
});

it("gives every order the reason of a refusal without details", () => {
  const refused = refusedOutcome(new Error("offline"));
  expect(withReasons(refused, [1, 2]).failed).toEqual([
    { order_id: 1, status: 0, message: refused.message },
    { order_id: 2, status: 0, message: refused.message },
  ]);
  const reasoned = bulkOutcome([result(1, 0)], "No");
  expect(withReasons(reasoned, [1])).toBe(reasoned);
});
