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
  const rows = texts.map((each) => new WordRow(each));
  const perReading = readings(name).map(wordsOf);
  const words = perReading[0] ?? [];
  if (words.length === 0) return "not_held";
  const found = new Set<number>();
  for (const written of perReading) {
    for (const [first, last] of runsOf(written.length)) {
      const run = written.slice(first, last + 1).join("");
      if (rows.some((row) => row.has(run))) for (let at = first; at <= last; at += 1) found.add(at);
    }
  }
  const open = words.filter((_word, at) => !found.has(at));
  if (open.length === 0) return "found";
  return open.some((word) => texts.some((each) => sharesScript(word, each))) ? "missing" : "not_checked";
}

/** First and last index of every run of at most three words, and of all of them. */
function runsOf(count: number): [first: number, last: number][] {
  const runs: [number, number][] = [[0, count - 1]];
  for (let first = 0; first < count; first += 1) {
    for (let last = first; last < Math.min(count, first + JOINED_WORDS); last += 1) runs.push([first, last]);
  }
  return runs;
}

/** Nothing that would make it a part of a longer number or word; scripts that set no spaces are no part of either. */
const BEFORE = "(?<![\\p{Script=Latin}\\p{N}])";
const AFTER = "(?![\\p{Script=Latin}\\p{N}])";
/** What follows a date may also be its time, as in `2026-03-01T09:00`. */
const AFTER_DATE = `(?:${AFTER}|(?=t\\d))`;

/** Spaces and hyphens may stand in it; letters and digits beside it would make it another number. */
function passportResult(number: string, text: string): Result {
  const letters = [...readings(number)[0].replace(/[^\p{L}\p{N}]+/gu, "")];
  if (letters.length === 0) return "not_held";
  const pattern = letters.join("[\\s\\p{Pd}]{0,3}");
  return new RegExp(BEFORE + pattern + AFTER, "u").test(text) ? "found" : "missing";
}

const MONTH_NAMES = "january february march april may june july august september october november december".split(" ");

/**
 * The day in one of the ways of writing it: year, month, day; day, month, year; month, day, year; months as figures or
 * as English names. `03/01/2026` counts for 3 January and for 1 March: the card alone can't tell which one it is.
 */
function dateResult(day: string | null, text: string): Result {
  if (day === null) return "not_held";
  const pattern = new RegExp(`${BEFORE}(?:${waysToWrite(day).join("|")})${AFTER_DATE}`, "u");
  return pattern.test(text) || pattern.test(unspaced(text)) ? "found" : "missing";
}

function waysToWrite(day: string): string[] {
  const [year = "", month = "", date = ""] = day.split("-");
  const figure = (part: string) => (part.startsWith("0") ? `0?${part.slice(1)}` : part);
  const [m, d] = [figure(month), figure(date)];
  const full = MONTH_NAMES[Number(month) - 1] ?? "";
  const name = `(?:${full}|${full.slice(0, 3)}|${full.slice(0, 4)})`;
  const ordinal = `${d}(?:st|nd|rd|th)?`;
  const mark = "[^\\p{L}\\p{N}]{1,3}";
  const gap = "[^\\p{L}\\p{N}]{0,3}";
  return [
    year + mark + m + mark + d,
    d + mark + m + mark + year,
    m + mark + d + mark + year,
    year + gap + name + gap + d,
    `${ordinal}${gap}(?:of${mark})?${name}${gap}${year}`,
    name + gap + ordinal + mark + year,
  ];
}

/** Single letters and figures one space apart moved together: a line that was set `2 0 2 6`. */
function unspaced(text: string): string {
  return text.replace(/(?<!\S)(\S)\s(?=\S(?!\S))/gu, "$1");
}
