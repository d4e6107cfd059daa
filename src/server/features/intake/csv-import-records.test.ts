import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvRecord, createRecordSplitter } from "./csv-import-records.ts";

/** Any text of the letters that mean something, in portions cut anywhere. */
const portions = (letters: string) =>
  fc.array(fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }), { maxLength: 8 });

function split(given: readonly string[]) {
  const splitter = createRecordSplitter(",");
  const records: CsvRecord[] = [];
  try {
    for (const portion of given) {
      records.push(...splitter.add(portion));
      splitter.assertSound();
    }
    records.push(...splitter.end(""));
    splitter.assertSound();
  } catch (error) {
    return { records, failsAt: (error as { line?: number }).line };
  }
  return { records, failsAt: undefined };
}

/** What the parser alone makes of the whole text. */
function parsed(text: string) {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      record_delimiter: "\n",
      relax_column_count: true,
      skip_records_with_empty_values: true,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: lines - cells.join("").split("\n").length + 1, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, failsAt: Number((error as CsvError & { lines?: number }).lines) };
  }
  return { records, failsAt: undefined };
}

describe("records", () => {
  it.each([["a,b \n"], ['a,"\n'], ['a,"\n ;\t']])(
    "are those of the parser, wherever the portions end (%j)",
    (letters) => {
      fc.assert(
        fc.property(portions(letters), (given) => {
          const ours = split(given);
          const theirs = parsed(given.join(""));
          expect(ours.records).toEqual(theirs.records);
          expect(ours.failsAt === undefined).toBe(theirs.failsAt === undefined);
          if (theirs.failsAt !== undefined) expect(ours.failsAt).toBe(theirs.failsAt);
        }),
        { numRuns: 2000 },
      );
    },
  );

  it("are refused when they are too long, with and without quotes, and before all of them has come", () => {
    const long = "x".repeat(40_000);
    expect(split(["a,b\n", long, long])).toMatchObject({ records: [{ line: 1 }], failsAt: 2 });
    expect(split(["a,b\n", `${long}${long}\n`])).toMatchObject({ records: [{ line: 1 }], failsAt: 2 });
    expect(split(["a,b\n", `"${long}`, long, long])).toMatchObject({ records: [{ line: 1 }], failsAt: 2 });
    expect(split(["a,b\n", `${long},"${long}"\n`])).toMatchObject({ records: [{ line: 1 }], failsAt: 2 });
    expect(split([`${long}\n${long}\n`, `"${long}",${"y".repeat(20_000)}\n`])).toMatchObject({ failsAt: undefined });
  });
});
