import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type CsvOrder, type CsvProblem, type LineParser, lineParser } from "./csv-import-columns.ts";
import { readCsv } from "./csv-import-reader.ts";
import { CsvFileError } from "./csv-import-text.ts";

export interface GoodLine extends CsvOrder {
  line: number;
  /** Its length, for callers that hold many. */
  characters: number;
}
export interface BadLine {
  line: number;
  problems: CsvProblem[];
}

interface LineRules {
  now: Date;
  gatewayIds: ReadonlySet<number>;
}

/**
 * All lines after the header, validated by the contract, in groups.
 * @throws CsvFileError when the rest of the file can't be read
 */
export async function* readLines(
  file: FileHandle,
  hash: Hash,
  rules: LineRules,
): AsyncGenerator<(GoodLine | BadLine)[]> {
  let parse: LineParser | undefined;
  for await (const records of readCsv(file, hash)) {
    if (records.length === 0) continue;
    const lines = parse === undefined ? records.slice(1) : records;
    const parser = parse ?? lineParser(records[0]?.cells ?? [], records[0]?.line ?? 1);
    parse = parser;
    yield lines.map(({ line, cells }) => {
      const checked = check(parser(cells, rules.now), rules);
      if ("problems" in checked) return { line, problems: checked.problems };
      let characters = 0;
      for (const cell of cells) characters += cell.length;
      return { line, characters, order: checked.order, createdAt: checked.createdAt };
    });
  }
  if (parse === undefined) throw new CsvFileError(1, "The file is empty: its first line names the columns.");
}

function check(parsed: ReturnType<LineParser>, { gatewayIds }: LineRules): ReturnType<LineParser> {
  if ("problems" in parsed) return parsed;
  const id = parsed.order.gateway_id;
  if (id === null || gatewayIds.has(id)) return parsed;
  return { problems: [{ column: "gateway_id", message: "This gateway does not exist." }] };
}
