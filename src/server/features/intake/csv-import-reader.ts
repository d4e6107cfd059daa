import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type CsvRecord, createRecordSplitter } from "./csv-import-records.ts";
import { utf8Text } from "./csv-import-text.ts";

const READ_BYTES = 65_536;
/** Enough for a header that names every column. */
const HEADER_BYTES = 16_384;

/**
 * The records of a CSV file in groups, those of a quarter of a megabyte at a time in memory. `hash` is fed with the
 * bytes of the file. Lines without any text are left out. What stood before a failure is handed on first.
 * @throws CsvFileError
 */
export async function* readCsv(file: FileHandle, hash: Hash): AsyncGenerator<CsvRecord[]> {
  const splitter = createRecordSplitter(await detectDelimiter(file));
  const text = utf8Text();
  // The splitter hands on what it found before it fails, so whoever reads asks it for the failure afterwards.
  for await (const bytes of readPortions(file)) {
    hash.update(bytes);
    yield splitter.add(text.decode(bytes));
    splitter.assertSound();
  }
  yield splitter.end(text.end());
  splitter.assertSound();
}

/** The bytes of a file from its beginning. A portion is overwritten by the next one. */
async function* readPortions(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
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
