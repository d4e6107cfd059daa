import { expect, it } from "vitest";
import { orderText } from "./order-text.ts";

const nameOf = (id: number) => (id === 100001 ? "N. K. Perera" : null);

it("names one order with its customer, a few by their ids, many by their number", () => {
  expect(orderText([100001], nameOf)).toBe("order 100001 (N. K. Perera)");
  expect(orderText([100002], nameOf)).toBe("order 100002");
  expect(orderText([100001, 100002, 100003], nameOf)).toBe("orders 100001, 100002 and 100003");
  expect(orderText([1, 2, 3, 4, 5, 6], nameOf)).toBe("6 orders");
});
