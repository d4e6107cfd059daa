import { expect, it } from "vitest";
import { plainDecimal } from "./money.ts";

it.each([
  ["49.9900", "USD", "49.99"],
  ["49.9000", "USD", "49.90"],
  ["49", "EUR", "49.00"],
  ["49.0000", null, "49.00"],
  ["49.0000", "XQZ", "49.00"],
  ["5000.0000", "JPY", "5000"],
  ["5000", "KRW", "5000"],
  ["1.2500", "KWD", "1.250"],
  ["1500.5000", "HUF", "1500.50"],
  ["0.0000", "JPY", "0"],
  // Not lost, although no such amount can be paid.
  ["5000.5000", "JPY", "5000.5"],
  ["49.9950", "USD", "49.995"],
])("%s %s is shown as %s", (amount, currency, shown) => {
  expect(plainDecimal(amount, currency)).toBe(shown);
});
