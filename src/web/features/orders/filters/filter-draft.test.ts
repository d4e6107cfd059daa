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

it.each([
  [["2026-11-27", ""], "2026-11-27.."],
  [["", "2026-11-27"], "..2026-11-27"],
  [["2026-11-27", "2026-11-27"], "2026-11-27"],
  [["", ""], ""],
  [["today", "today+6"], "today..today+6"],
])("a day alone is the first or the last: %j is %s, and back", (draft, text) => {
  expect(textOf("arrival", draft)).toBe(text);
  expect(draftOf("arrival", text)).toEqual(draft);
});

it.each([
  ["arrival", "", "Choose a first or a last day, or both."],
  ["arrival", "2026-11-27..2027-01-27", null],
  ["arrival", "2026-11-27..2028-01-28", null],
  ["created", "2026-11-27..2026-11-26", "The last day is before the first."],
  ["created", "today..today-1", "The last day is before the first."],
  ["nat", "", "Choose at least one."],
  ["nat", "DE", null],
  ["claim", "", "Choose at least one."],
] as const)("says of %s=%s: %s", (key, text, problem) => {
  expect(problemOf(key, text)).toBe(problem);
});
