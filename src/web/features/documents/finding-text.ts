import type { DocumentFinding, FINDING_FIELDS } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";

type FindingField = (typeof FINDING_FIELDS)[number];
type Result = DocumentFinding["fields"][number]["result"];

/** How a finding is shown: `good` unobtrusively, `bad` as a warning, `unclear` as something to look at. */
export type FindingTone = "good" | "bad" | "unclear";

export const FINDING_FIELD_LABELS: Record<FindingField, string> = {
  full_name: "name",
  passport_number: "passport number",
  arrival_date: "arrival date",
};

export const FINDING_TONES: Record<DocumentFinding["verdict"], FindingTone> = {
  match: "good",
  mismatch: "bad",
  no_text: "unclear",
  not_held: "unclear",
};

const list = new Intl.ListFormat("en-GB");
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

function named({ fields }: DocumentFinding, result: Result): string {
  return list.format(fields.filter((each) => each.result === result).map(({ field }) => FINDING_FIELD_LABELS[field]));
}

/** The finding as shown for a stored document. */
export function findingText(finding: DocumentFinding): string {
  const unchecked = named(finding, "not_checked");
  switch (finding.verdict) {
    case "match":
      return capital(
        `${named(finding, "found")} found${unchecked && `; ${unchecked} in another script, not compared`}`,
      );
    case "mismatch":
      return `Not found in it: ${named(finding, "missing")}`;
    case "no_text":
      return "No text to compare with the order";
    case "not_held":
      return "The order held nothing to compare it with";
  }
}

/** The same before the file is sent, when it can still be replaced. */
export function adviceText(finding: DocumentFinding): string {
  switch (finding.verdict) {
    case "match":
      return findingText(finding);
    case "mismatch":
      return `Not found in this file: ${named(finding, "missing")}`;
    case "no_text":
      return DOCUMENT_MESSAGES.checkNoText;
    case "not_held":
      return DOCUMENT_MESSAGES.checkNothingHeld;
  }
}
