import { expect, it } from "vitest";
import { type DocumentFinding, FINDING_FIELDS } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { adviceText, findingText } from "./finding-text.ts";

type Result = DocumentFinding["fields"][number]["result"];
const finding = (verdict: DocumentFinding["verdict"], ...results: [Result, Result, Result]): DocumentFinding => ({
  verdict,
  fields: FINDING_FIELDS.map((field, index) => ({ field, result: results[index] ?? "not_held" })),
});

it.each([
  [finding("match", "found", "found", "found"), "Name, passport number and arrival date found"],
  [finding("match", "found", "not_held", "not_held"), "Name found"],
  [
    finding("match", "not_checked", "found", "found"),
    "Passport number and arrival date found; name in another script, not compared",
  ],
  [finding("mismatch", "missing", "found", "missing"), "Not found in it: name and arrival date"],
  [finding("mismatch", "found", "missing", "found"), "Not found in it: passport number"],
  [finding("no_text", "not_checked", "not_checked", "not_checked"), "No text to compare with the order"],
  [finding("not_held", "not_held", "not_held", "not_held"), "The order held nothing to compare it with"],
])("a stored document says of %o: %s", (given, words) => {
  expect(findingText(given)).toBe(words);
});

it("asks to look at a file without anything to compare, before it is sent", () => {
  expect(adviceText(finding("no_text", "not_checked", "not_held", "not_checked"))).toBe(DOCUMENT_MESSAGES.checkNoText);
  expect(adviceText(finding("not_held", "not_held", "not_held", "not_held"))).toBe(DOCUMENT_MESSAGES.checkNothingHeld);
  expect(adviceText(finding("mismatch", "missing", "found", "not_held"))).toBe("Not found in this file: name");
  expect(adviceText(finding("match", "found", "found", "not_held"))).toBe("Name and passport number found");
});
