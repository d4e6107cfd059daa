import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { CsvError, parse } from "csv-parse";
import { CsvFileError, lineEnds, utf8Text } from "./csv-import-text.ts";

export interface CsvRecord {
  /** Line number of its first line, from 1. */
  line: number;
  cells: string[];
}

const READ_BYTES = 65_536;
/** Enough for a header with every column. */
const HEADER_BYTES = 16_384;
/** An order with every field at its maximum length has 24,000 characters; a longer record is not an order. */
const RECORD_MAX = 65_536;

/**
 * The records of a CSV file in groups; holds 64 KB of the file at a time. The file's bytes are added to `hash`. Skips
 * empty lines. Yields the records before a failure, then throws it.
 * @throws CsvFileError
 */
export async function* readCsv(file: FileHandle, hash: Hash): AsyncGenerator<CsvRecord[]> {
  const parser = createRecordParser(await detectFormat(file));
  const text = utf8Text();
  for await (const bytes of readPortions(file)) {
    hash.update(bytes);
    yield* parser.add(text.decode(bytes));
  }
  yield* parser.add(text.end());
  yield* parser.end();
}

interface Format {
  delimiter: string;
  /** The first line only names the delimiter, as Excel reads and writes it: `sep=;`. */
  hasSeparatorLine: boolean;
}

function createRecordParser({ delimiter, hasSeparatorLine }: Format) {
  let records: CsvRecord[] = [];
  let openLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: RECORD_MAX,
    on_record: (cells, { lines }) => {
      const breaks = cells.reduce((sum, cell) => sum + lineEnds(cell), 0);
      const line = lines - breaks;
      if (line > 1 || !hasSeparatorLine) records.push({ line, cells });
      // Bypasses the stream's own queue, which drops records parsed before an error.
      return null;
    },
  });
  // The callback of the failed write reports it.
  parser.on("error", () => undefined);
  const write = promisify((text: string, done: (error?: Error | null) => void) => parser.write(text, done));
  const end = promisify((done: (error?: Error | null) => void) => parser.end(done));

  async function* parsed(work: Promise<void>): AsyncGenerator<CsvRecord[]> {
    const failure = await work.then(() => undefined, toFileError);
    const found = records;
    records = [];
    yield found;
    if (failure !== undefined) throw failure;
  }

  return {
    async *add(text: string): AsyncGenerator<CsvRecord[]> {
      if (text === "") return;
      yield* parsed(write(text));
      // The parser limits the characters of cells, so a line of nothing but delimiters could fill the memory.
      const lineEnd = text.lastIndexOf("\n");
      openLine = lineEnd < 0 ? openLine + text.length : text.length - lineEnd - 1;
      if (openLine > RECORD_MAX) throw new CsvFileError(parser.info.lines, TOO_LONG);
    },
    end: () => parsed(end()),
  };
}

const TOO_LONG = `A line is longer than ${RECORD_MAX} characters, or a quote is never closed.`;

function toFileError(error: unknown): CsvFileError {
  if (!(error instanceof CsvError)) throw error;
  const line = Number((error as CsvError & { lines?: number }).lines ?? 0);
  if (error.code === "CSV_MAX_RECORD_SIZE") return new CsvFileError(line, TOO_LONG);
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new CsvFileError(line, "A quote is opened and never closed.");
  return new CsvFileError(line, 'Unexpected quote. Inside a quoted cell, write a quote as "".');
}

/** A file's bytes from its start. Each chunk is overwritten by the next. */
async function* readPortions(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const SEPARATOR_LINE = /^\s*"?sep=([,;|\t])"?[,;|\t ]*$/i;

/** As the first line says, or else comma or semicolon, whichever the header has more of. */
async function detectFormat(file: FileHandle): Promise<Format> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const [first = ""] = buffer.toString("utf8", 0, bytesRead).split(/[\r\n]/, 1);
  const named = SEPARATOR_LINE.exec(first)?.[1];
  if (named !== undefined) return { delimiter: named, hasSeparatorLine: true };
  const [header = ""] = buffer
    .toString("utf8", 0, bytesRead)
    .trimStart()
    .split(/[\r\n]/, 1);
  const delimiter = header.split(";").length > header.split(",").length ? ";" : ",";
  return { delimiter, hasSeparatorLine: false };
}
