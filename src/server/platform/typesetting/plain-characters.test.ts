import { expect, it } from "vitest";
import { isolated, plainCharacters } from "./plain-characters.ts";

it.each([
  ["Eleanor  Vance\n\tsmith ", "Eleanor Vance smith"],
  ["e\u0301", "é"],
  ["a\u202eb\u202c\u2066c", "a[U+202E]b[U+202C][U+2066]c"],
  ["bell\u0007, half \ud83d, tag \u{e0041}", "bell[U+0007], half [U+D83D], tag [U+E0041]"],
  ["soft\u00adhyphen\u200b\ufeff\u200f, 2\u2011part", "softhyphen, 2-part"],
  ["q\u0301\u0302\u0303\u0304\u0305", "q\u0301\u0302\u0303\u0304[U+0305]"],
  ["ක්\u200dර", "ක්\u200dර"],
  ["a\u00a0b\u3000c", "a b c"],
])("makes %j harmless", (given, wanted) => {
  expect(plainCharacters(given)).toBe(wanted);
});

it("isolates right-to-left text and leaves other text unchanged", () => {
  expect(isolated("Vance")).toBe("Vance");
  expect(isolated("أحمد 7")).toBe("\u2068أحمد 7\u2069");
});
