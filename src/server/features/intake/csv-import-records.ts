import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { CsvFileError, lineEnds } from "./csv-import-text.ts";

export interface CsvRecord {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

/** Every field of an order at its greatest length has 24,000 characters; past this it is no order. */
const RECORD_MAX = 65_536;

/**
 * Splits text that comes in portions into records. Lines without a quote are cut at the delimiter, which takes a tenth
 * of what the parser takes; lines with one, and those that a quoted cell reaches over, are the parser's.
 */
export function createRecordSplitter(delimiter: "," | ";") {
  const text = delimiter === "," ? /[^\s,]/ : /[^\s;]/;
  let held = "";
  let line = 1;
  let failure: CsvFileError | undefined;

  function addPlain(block: string, records: CsvRecord[]): void {
    for (let at = 0; at < block.length && failure === undefined; line += 1) {
      const end = block.indexOf("\n", at);
      const record = block.slice(at, end < 0 ? block.length : end);
      if (record.length > RECORD_MAX) failure = new CsvFileError(line, TOO_LONG);
      else if (text.test(record)) records.push({ line, cells: record.split(delimiter) });
      at += record.length + 1;
    }
  }

  function addQuoted(block: string, records: CsvRecord[]): void {
    const first = line;
    try {
      parse(block, {
        delimiter,
        record_delimiter: "\n",
        relax_column_count: true,
        skip_records_with_empty_values: true,
        max_record_size: RECORD_MAX,
        on_record: (cells: string[], { lines }) => {
          const breaks = cells.reduce((sum, cell) => sum + lineEnds(cell), 0);
          records.push({ line: first - 1 + lines - breaks, cells });
          return null;
        },
      });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      failure = toFileError(error, first - 1);
    }
    line += lineEnds(block);
  }

  /** Takes whole records off the front of `block`. @returns where the rest begins */
  function addRecords(block: string, isEnd: boolean, records: CsvRecord[]): number {
    let at = 0;
    while (at < block.length && failure === undefined) {
      const quote = block.indexOf('"', at);
      const limit = quote < 0 ? block.length : quote;
      const plainEnd = quote < 0 && isEnd ? limit : block.lastIndexOf("\n", limit - 1) + 1;
      if (plainEnd > at) addPlain(block.slice(at, plainEnd), records);
      at = Math.max(at, plainEnd);
      if (quote < 0) break;
      const end = quotedEnd(block, at) ?? (isEnd || block.length - at > RECORD_MAX ? block.length : null);
      if (end === null) break;
      if (failure === undefined) addQuoted(block.slice(at, end), records);
      at = end;
    }
    if (block.length - at > RECORD_MAX) failure ??= new CsvFileError(line, TOO_LONG);
    return at;
  }

  function take(portion: string, isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    const block = held + portion;
    held = block.slice(addRecords(block, isEnd, records));
    return records;
  }

  return {
    /** The records that end in this portion. */
    add: (portion: string) => take(portion, false),
    /** The last ones. */
    end: (portion: string) => take(portion, true),
    /** @throws CsvFileError when the text can't be read past the records that were given */
    assertSound(): void {
      if (failure !== undefined) throw failure;
    },
  };
}

/**
 * Where the lines end that have quotes and stand one after the other, the first of them at `at`; null when the text
 * ends inside of quotes. Outside of them the number of quotes so far is even, also where "" stands for one.
 */
function quotedEnd(block: string, at: number): number | null {
  let end: number | null = null;
  let isOpen = false;
  for (let from = at; ; ) {
    const quote = block.indexOf('"', from);
    if (!isOpen) {
      const lineEnd = block.indexOf("\n", from);
      if (lineEnd >= 0 && (quote < 0 || lineEnd < quote)) {
        end = lineEnd + 1;
        // A line without quotes ends the run.
        if (quote < 0 || block.indexOf("\n", end) < quote) return end;
      }
    }
    if (quote < 0) return end;
    isOpen = !isOpen;
    from = quote + 1;
  }
}

const TOO_LONG = `A line is longer than ${RECORD_MAX} characters, or a quote is never closed.`;

/** @param before how many lines stand before the text that the parser was given */
function toFileError(error: CsvError, before: number): CsvFileError {
  const line = before + Number((error as CsvError & { lines?: number }).lines ?? 0);
  if (error.code === "CSV_MAX_RECORD_SIZE") return new CsvFileError(line, TOO_LONG);
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new CsvFileError(line, "A quote is opened and never closed.");
  return new CsvFileError(line, 'A quote stands where none may be. Inside a quoted cell a quote is written "".');
}
