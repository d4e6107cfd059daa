import { type DocumentFinding, FINDING_FIELDS } from "#contract/documents/documents.ts";
import { readings, sharesScript, WordIndex, wordsOf } from "./document-words.ts";

type Field = (typeof FINDING_FIELDS)[number];
type Result = DocumentFinding["fields"][number]["result"];

/** The order's values to compare with the card. */
export interface ExpectedOnCard {
  fullName: string | null;
  passportNumber: string | null;
  /** `YYYY-MM-DD`. */
  arrivalDate: string | null;
}

/** A page with fewer letters and digits, and without a number like a passport's, is a picture with a scanner's line. */
const MIN_LETTERS = 50;
const PASSPORT_NUMBER = /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d{6,8}|\d{9})(?![\p{L}\p{N}])/iu;

/**
 * Compares a document's text with its order; `text` is null for a picture. Reports and decides nothing: a card may be
 * right and spell a name differently.
 */
export function compareDocument(expected: ExpectedOnCard, text: string | null): DocumentFinding {
  const results = compare(expected, text ?? "");
  const all = Object.values(results);
  const isHeld = all.some((result) => result !== "not_held");
  const isFound = all.includes("found");
  if (!isHeld) return findingOf("not_held", results);
  const content = text ?? "";
  const isScarce = content.replace(/[^\p{L}\p{N}]+/gu, "").length < MIN_LETTERS && !PASSPORT_NUMBER.test(content);
  if (all.includes("missing") && (isFound || !isScarce)) return findingOf("mismatch", results);
  return isFound ? findingOf("match", results) : findingOf("no_text", unchecked(results));
}

function findingOf(verdict: DocumentFinding["verdict"], results: Record<Field, Result>): DocumentFinding {
  return { verdict, fields: FINDING_FIELDS.map((field) => ({ field, result: results[field] })) };
}

function unchecked(results: Record<Field, Result>): Record<Field, Result> {
  const each = (result: Result): Result => (result === "not_held" ? result : "not_checked");
  const { full_name, passport_number, arrival_date } = results;
  return { full_name: each(full_name), passport_number: each(passport_number), arrival_date: each(arrival_date) };
}

function compare({ fullName, passportNumber, arrivalDate }: ExpectedOnCard, text: string): Record<Field, Result> {
  const read = readings(text);
  return {
    full_name: nameResult(fullName ?? "", read),
    passport_number: passportResult(passportNumber ?? "", read[0]),
    arrival_date: dateResult(arrivalDate, read[0]),
  };
}

/** Up to this many words of a name may be joined: `De La Cruz` as `DELACRUZ`. The whole name may be, too. */
const JOINED_WORDS = 3;

/** Forms of address, and what visas print for a name that the passport lacks. */
const NO_NAMES = new Set("mr mrs ms miss mx dr prof rev sir madam mme mlle herr frau sr sra srta fnu lnu".split(" "));

function nameWords(reading: string): string[] {
  const words = wordsOf(reading);
  const names = words.filter((word) => !NO_NAMES.has(word));
  return names.length === 0 ? words : names;
}

/** All words of the name, in any sequence. A word in a script that the text doesn't use can't be compared. */
function nameResult(name: string, texts: readonly string[]): Result {
  const spellings = unique(readings(name)).map(nameWords);
  const words = spellings[0] ?? [];
  if (words.length === 0) return "not_held";
  const rows = unique(texts).map((each) => new WordIndex(each));
  const looked = new Map<string, boolean>();
  const isThere = (run: string) => {
    const known = looked.get(run) ?? rows.some((row) => row.has(run));
    looked.set(run, known);
    return known;
  };
  const found = new Set<number>();
  for (const spelling of spellings) {
    for (const [first, last] of runsOf(spelling.length)) {
      if (!isThere(spelling.slice(first, last + 1).join(""))) continue;
      for (let at = first; at <= last; at += 1) found.add(at);
    }
  }
  const open = words.filter((_word, at) => !found.has(at));
  if (open.length === 0) return "found";
  return open.some((word) => texts.some((each) => sharesScript(word, each))) ? "missing" : "not_checked";
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** First and last index of every run of up to three words, and of all words. */
function runsOf(count: number): [first: number, last: number][] {
  const runs: [number, number][] = [[0, count - 1]];
  for (let first = 0; first < count; first += 1) {
    for (let last = first; last < Math.min(count, first + JOINED_WORDS); last += 1) runs.push([first, last]);
  }
  return runs;
}

// Regular expressions over text with single spaces as gaps: Unicode letter classes, repeated in a pattern that is built
// for each order, took longer to compile than to run.
const BEFORE = "(?<![a-z0-9])";
const AFTER = "(?![a-z0-9])";
/** A date may be followed by its time, as in `2026-03-01T09:00`. */
const AFTER_DATE = "(?![a-su-z0-9]|t(?![0-9]))";

/** May contain spaces and hyphens; adjacent letters or digits would make it a different number. */
function passportResult(number: string, text: string): Result {
  const letters = wordsOf(readings(number)[0]).join("");
  if (letters === "") return "not_held";
  const pattern = new RegExp(BEFORE + [...letters].join(" ?") + AFTER, "u");
  return pattern.test(text.replace(/[\s\p{Pd}]{1,3}/gu, " ")) ? "found" : "missing";
}

const MONTH_NAMES = "january february march april may june july august september october november december".split(" ");

/**
 * The day in any notation: year, month, day; day, month, year; month, day, year; months as numbers or English names; the
 * century may be missing beside a name.
 * `03/01/2026` matches 3 January and 1 March, because the card alone can't tell.
 */
function dateResult(day: string | null, text: string): Result {
  if (day === null) return "not_held";
  const pattern = new RegExp(`${BEFORE}(?:${dateNotations(day).join("|")})${AFTER_DATE}`, "u");
  return [text, unspaced(text)].some((each) =>
    pattern.test(each.replace(/(?:[^\p{L}\p{N}]|[年月日년월일]){1,3}/gu, " ")),
  )
    ? "found"
    : "missing";
}

function dateNotations(day: string): string[] {
  const [year = "", month = "", date = ""] = day.split("-");
  const numberPattern = (part: string) => (part.startsWith("0") ? `0?${part.slice(1)}` : part);
  const [m, d] = [numberPattern(month), numberPattern(date)];
  const full = MONTH_NAMES[Number(month) - 1] ?? "";
  const name = `(?:${full}|${full.slice(0, 3)}|${full.slice(0, 4)})`;
  const ordinal = `${d}(?:st|nd|rd|th)?`;
  return [
    `${year} ${m} ${d}`,
    `${d} ${m} ${year}`,
    `${m} ${d} ${year}`,
    `${year} ?${name} ?${d}`,
    `${ordinal} ?(?:of )?${name} ?${year}`,
    `${name} ?${ordinal} ${year}`,
    `${ordinal} ?${name} ?${year.slice(2)}`,
    `${year}${month}${date}`,
    `${date}${month}${year}`,
  ];
}

/** Joins single characters that are one space apart: a line set as `2 0 2 6`. */
function unspaced(text: string): string {
  return text.replace(/(?<!\S)(\S)\s(?=\S(?!\S))/gu, "$1");
}
