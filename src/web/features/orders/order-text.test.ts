import { expect, it } from "vitest";
import { orderText, refundedAgainText, refundedPart, refundSoFar } from "./order-text.ts";

const nameOf = (id: number) => (id === 100001 ? "N. K. Perera" : null);

it("names one order with its customer, a few by their ids, many by their number", () => {
  expect(orderText([100001], nameOf)).toBe("order 100001 (N. K. Perera)");
  expect(orderText([100002], nameOf)).toBe("order 100002");
  expect(orderText([100001, 100002, 100003], nameOf)).toBe("orders 100001, 100002 and 100003");
  expect(orderText([1, 2, 3, 4, 5, 6], nameOf)).toBe("6 orders");
});

it("asks before an order with a refund is moved to Refunds, also with a refund of a part", () => {
  const whole = refundSoFar("2026-03-01T10:00:00.000Z", "49.99 USD");
  const part = refundSoFar(null, refundedPart({ recorded: "20.00", left: "29.99", currency: "USD" }));
  const none = refundSoFar(null, refundedPart({ recorded: "0.00", left: "49.99", currency: "USD" }));
  expect(refundedAgainText([whole])).toContain("is recorded: the order will be shown as refunded");
  expect(refundedAgainText([part])).toBe("Already refunded: 20.00 USD. Only the rest will be due.");
  expect([refundedAgainText([none]), refundedAgainText([refundSoFar(null, null)])]).toEqual([null, null]);
  expect(refundedAgainText([whole, part, part, none])).toBe(
    "1 of them has a recorded refund and will be shown as refunded. To refund these again, undo those refunds first. " +
      "2 of them were refunded in part: only the rest will be due.",
  );
});
