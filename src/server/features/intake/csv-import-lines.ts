import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type CsvOrder, type CsvProblem, parseCells, parseHeader } from "./csv-import-columns.ts";
import { readCsv } from "./csv-import-reader.ts";
import { CsvFileError } from "./csv-import-text.ts";

export interface GoodLine extends CsvOrder {
  line: number;
}
export interface BadLine {
  line: number;
  problems: CsvProblem[];
}

interface LineRules {
  now: Date;
  gatewayIds: ReadonlySet<number>;
}

/** Every line after the header, checked by the contract. @throws CsvFileError when the file itself can't be read on */
export async function* readLines(file: FileHandle, hash: Hash, rules: LineRules): AsyncGenerator<GoodLine | BadLine> {
  let columns: ReturnType<typeof parseHeader> | undefined;
  for await (const { line, cells } of readCsv(file, hash)) {
    if (columns === undefined) columns = parseHeader(cells);
    else yield { line, ...check(parseCells(columns, cells, rules.now), rules) };
  }
  if (columns === undefined) throw new CsvFileError(1, "The file is empty: its first line names the columns.");
}

function check(parsed: ReturnType<typeof parseCells>, { gatewayIds }: LineRules): ReturnType<typeof parseCells> {
  if ("problems" in parsed) return parsed;
  const id = parsed.order.gateway_id;
  if (id === null || gatewayIds.has(id)) return parsed;
  return { problems: [{ column: "gateway_id", message: "This gateway does not exist." }] };
}
