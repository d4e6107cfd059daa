import { expect, it } from "vitest";
import { refundText, refundTotalsText } from "./refund-text.ts";

const position = { recorded: "0.00", left: "49.99", currency: "USD" };

it.each([
  [position, false, "49.99 USD due"],
  [{ ...position, recorded: "20.00", left: "29.99" }, false, "20.00 USD back, 29.99 USD due"],
  [{ ...position, left: null, currency: null }, false, "Amount not known"],
  [{ ...position, recorded: "49.99", left: "0.00" }, true, "49.99 USD"],
  [{ ...position, recorded: null, left: "0.00" }, true, "Amount not recorded"],
])("says of %j, refunded: %s, %s", (given, isRefunded, text) => {
  expect(refundText(given, isRefunded)).toBe(text);
});

it("adds nothing of different currencies and counts what has no amount", () => {
  const none = { unknown_due: 0, unknown_recorded: 0 };
  expect(
    refundTotalsText([
      { currency: "JPY", due: "1000", recorded: "0", ...none },
      { currency: "USD", due: "1234567.50", recorded: "69.99", unknown_due: 1, unknown_recorded: 2 },
      { currency: null, due: "0.00", recorded: "0.00", unknown_due: 1, unknown_recorded: 0 },
    ]),
  ).toEqual({
    due: "1,000 JPY · 1,234,567.50 USD · 2 of unknown amount",
    recorded: "69.99 USD · 2 of unknown amount",
  });
  expect(refundTotalsText([])).toEqual({ due: "nothing", recorded: "nothing" });
});
