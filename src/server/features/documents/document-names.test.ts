import { describe, expect, it } from "vitest";
import { compareDocument } from "./document-match.ts";

function nameIn(fullName: string, text: string) {
  const { fields } = compareDocument(
    { fullName, passportNumber: null, arrivalDate: null },
    `${text}\n${"0".repeat(50)}`,
  );
  return fields[0]?.result;
}

describe("a name on the card", () => {
  it.each([
    ["Haʻunga Sione", "HA'UNGA SIONE"],
    ["Seán O’Brien", "O BRIEN SEAN"],
    ["Mr John Smith", "SMITH JOHN"],
    ["Dr. Anna Maria Silva", "SILVA, ANNA MARIA"],
    ["FNU Suresh", "SURESH"],
    ["Dr Mr", "DR MR"],
  ])("%s is found as %s", (name, text) => {
    expect(nameIn(name, text)).toBe("found");
  });

  it("is missing where only the form of address is there", () => {
    expect(nameIn("Mr John Smith", "MR ADAM BROWN")).toBe("missing");
  });
});
