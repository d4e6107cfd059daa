import { expect, it } from "vitest";
import { matchesText } from "./match-text.ts";

it.each([
  ["Awaiting Govt", ""],
  ["Awaiting Govt", "govt"],
  ["Awaiting Govt", "  GOVT   await "],
  ["Order History", "hístory"],
])("%s answers to “%s”", (label, typed) => {
  expect(matchesText(label, typed)).toBe(true);
});

it.each([
  ["Awaiting Govt", "govt x"],
  ["Refunds", ".*"],
  ["Refunds", "refund("],
])("%s does not answer to “%s”", (label, typed) => {
  expect(matchesText(label, typed)).toBe(false);
});
