import { expect, it } from "vitest";
import { draftOf, problemOf, textOf } from "./filter-draft.ts";

it.each([
  ["arrival", "2026-11-27..2026-11-29", ["2026-11-27", "2026-11-29"]],
  ["nat", "DE,AT", ["DE", "AT"]],
  ["doc", "no", ["no"]],
] as const)("%s=%s is chosen as its values, and back", (key, text, draft) => {
  expect(draftOf(key, text)).toEqual(draft);
  expect(textOf(key, draft)).toBe(text);
  expect(draftOf(key, undefined)).toEqual([]);
});

it("takes one day alone for the first and the last", () => {
  for (const draft of [["2026-11-27"], ["2026-11-27", ""], ["", "2026-11-27"], ["2026-11-27", "2026-11-27"]]) {
    expect(textOf("arrival", draft)).toBe("2026-11-27");
  }
});

it.each([
  ["arrival", "", "Choose a day."],
  ["arrival", "2026-11-27..2027-01-27", null],
  ["arrival", "2026-11-27..2027-01-28", "At most 62 days."],
  ["created", "2026-11-27..2026-11-26", "The last day is before the first."],
  ["created", "2006-11-27..2026-11-26", "At most ten years."],
  ["nat", "", "Choose at least one."],
  ["nat", "DE", null],
  ["claim", "", "Choose at least one."],
] as const)("says of %s=%s: %s", (key, text, problem) => {
  expect(problemOf(key, text)).toBe(problem);
});
