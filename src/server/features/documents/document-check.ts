import { type DocumentFinding, FINDING_FIELDS } from "#contract/documents.ts";
import { readings, sharesScript, WordRow, wordsOf } from "./document-words.ts";

type Field = (typeof FINDING_FIELDS)[number];
type Result = DocumentFinding["fields"][number]["result"];

/** What an order holds of whom and when its card is for. */
export interface ExpectedOnCard {
  fullName: string | null;
  passportNumber: string | null;
  /** `YYYY-MM-DD`. */
  arrivalDate: string | null;
}

/** Fewer letters and digits are a scanner's line or a page number, on a page that is a picture. */
const MIN_LETTERS = 50;

/**
 * Compares the text of a document with its order: the wrong-document guard. `text` is null for a picture. Says what
 * stands there and decides nothing: a card may be right and write a name in its own way.
 */
export function checkDocument(expected: ExpectedOnCard, text: string | null): DocumentFinding {
  const results = compare(expected, text ?? "");
  const all = Object.values(results);
  const isHeld = all.some((result) => result !== "not_held");
  const isFound = all.includes("found");
  if (!isHeld) return findingOf("not_held", results);
  const isScarce = (text ?? "").replace(/[^\p{L}\p{N}]+/gu, "").length < MIN_LETTERS;
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

/** So many words of a name may stand there as one: `De La Cruz` as `DELACRUZ`. The whole name may too. */
const JOINED_WORDS = 3;

/** Every word of the name, in any order; one that is written in a script which the text lacks can't be looked for. */
function nameResult(name: string, texts: readonly string[]): Result {
  const spellings = unique(readings(name)).map(wordsOf);
  const words = spellings[0] ?? [];
  if (words.length === 0) return "not_held";
  const rows = unique(texts).map((each) => new WordRow(each));
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

/** First and last index of every run of at most three words, and of all of them. */
function runsOf(count: number): [first: number, last: number][] {
  const runs: [number, number][] = [[0, count - 1]];
  for (let first = 0; first < count; first += 1) {
    for (let last = first; last < Math.min(count, first + JOINED_WORDS); last += 1) runs.push([first, last]);
  }
  return runs;
}

// Regular expressions over a text whose gaps are one space each: classes of all letters that Unicode has, repeated in a
// pattern that is made anew for each order, took longer to compile than to run.
const BEFORE = "(?<![a-z0-9])";
const AFTER = "(?![a-z0-9])";
/** What follows a date may also be its time, as in `2026-03-01T09:00`. */
const AFTER_DATE = "(?![a-su-z0-9]|t(?![0-9]))";

/** Spaces and hyphens may stand in it; letters and digits beside it would make it another number. */
function passportResult(number: string, text: string): Result {
  const letters = wordsOf(readings(number)[0]).join("");
  if (letters === "") return "not_held";
  const pattern = new RegExp(BEFORE + [...letters].join(" ?") + AFTER, "u");
  return pattern.test(text.replace(/[\s\p{Pd}]{1,3}/gu, " ")) ? "found" : "missing";
}

const MONTH_NAMES = "january february march april may june july august september october november december".split(" ");

/**
 * The day in one of the ways of writing it: year, month, day; day, month, year; month, day, year; months as figures or
 * as English names. `03/01/2026` counts for 3 January and for 1 March: the card alone can't tell which one it is.
 */
function dateResult(day: string | null, text: string): Result {
  if (day === null) return "not_held";
  const pattern = new RegExp(`${BEFORE}(?:${waysToWrite(day).join("|")})${AFTER_DATE}`, "u");
  return [text, unspaced(text)].some((each) => pattern.test(each.replace(/[^\p{L}\p{N}]{1,3}/gu, " ")))
    ? "found"
    : "missing";
}

function waysToWrite(day: string): string[] {
  const [year = "", month = "", date = ""] = day.split("-");
  const figure = (part: string) => (part.startsWith("0") ? `0?${part.slice(1)}` : part);
  const [m, d] = [figure(month), figure(date)];
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
  ];
}

/** Single letters and figures one space apart moved together: a line that was set `2 0 2 6`. */
function unspaced(text: string): string {
  return text.replace(/(?<!\S)(\S)\s(?=\S(?!\S))/gu, "$1");
}
