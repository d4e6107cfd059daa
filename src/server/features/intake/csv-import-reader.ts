import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import { asUtf8, CsvFileError } from "./csv-import-text.ts";

export interface CsvRecord {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

/** Every field of an order at its greatest length has 24,000 characters; past this it is no order. */
const RECORD_MAX = 65_536;
const READ_BYTES = 262_144;
/** Enough for a header that names every column. */
const HEADER_BYTES = 16_384;

/** Records handed on at once: waiting for each would cost more than reading it. */
const GROUP = 200;

/**
 * The records of a CSV file in groups, never more than a few hundred of them in memory. `hash` is fed with the bytes of
 * the file. Lines without any text are left out. What stood before a failure is handed on first. @throws CsvFileError
 */
export async function* readCsv(file: FileHandle, hash: Hash): AsyncGenerator<CsvRecord[]> {
  const parser = parse({
    delimiter: await detectDelimiter(file),
    record_delimiter: "\n",
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: RECORD_MAX,
    info: true,
  });
  const bytes = file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES });
  const feeding = pipeline(bytes, hashed(hash), asUtf8(), parser);
  // The parser throws the same failure below.
  feeding.catch(() => undefined);
  let group: CsvRecord[] = [];
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      group.push({ line: info.lines - lineBreaks(record), cells: record });
      if (group.length < GROUP) continue;
      yield group;
      group = [];
    }
  } catch (error) {
    if (group.length > 0) yield group;
    throw error instanceof CsvError ? toFileError(error) : error;
  }
  if (group.length > 0) yield group;
}

function lineBreaks(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) if (cell.includes("\n")) breaks += cell.split("\n").length - 1;
  return breaks;
}

function hashed(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Comma or semicolon, whichever the header has more of. */
async function detectDelimiter(file: FileHandle): Promise<"," | ";"> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const [header = ""] = buffer
    .toString("utf8", 0, bytesRead)
    .trimStart()
    .split(/[\r\n]/, 1);
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

function toFileError(error: CsvError): CsvFileError {
  const line = Number((error as CsvError & { lines?: number }).lines ?? 0);
  if (error.code === "CSV_MAX_RECORD_SIZE") {
    return new CsvFileError(line, `A line is longer than ${RECORD_MAX} characters, or a quote is never closed.`);
  }
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new CsvFileError(line, "A quote is opened and never closed.");
  return new CsvFileError(line, 'A quote stands where none may be. Inside a quoted cell a quote is written "".');
}
