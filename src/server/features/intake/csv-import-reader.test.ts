import { createHash } from "node:crypto";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CsvRecord, readCsv } from "./csv-import-reader.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "csv-reader-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer) {
  const name = path.join(folder, "orders.csv");
  await writeFile(name, content);
  await using file = await open(name);
  const hash = createHash("sha256");
  const records: CsvRecord[] = [];
  let most = 0;
  try {
    for await (const group of readCsv(file, hash)) {
      records.push(...group);
      most = Math.max(most, group.length);
    }
  } catch (error) {
    const { line, message } = error as Error & { line: number };
    return { records, most, failure: { line, message } };
  }
  return { records, most, failure: undefined, hash: hash.digest("hex") };
}

const long = "x".repeat(40_000);

it("counts the lines of the file, including cells with line breaks and empty lines", async () => {
  const { records } = await read('a,b\r\n"one\r\ntwo","""q"""\r\n\r\n , \r\nc,d\re,f');
  expect(records).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["one\ntwo", '"q"'] },
    { line: 6, cells: ["c", "d"] },
    { line: 7, cells: ["e", "f"] },
  ]);
});

it("returns all cells with their lines, wherever chunks end", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", "王", "\n", ",", '"', " "), maxLength: 6 });
  const lines = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 65_480, max: 65_530 }), async (given, fill) => {
      const written = [[`${"y".repeat(fill)}`], ...given.map((cells) => ["k", ...cells])];
      const text = written.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")).join("\n");
      let line = 1;
      const expected = written.map((cells) => {
        const record = { line, cells };
        line += cells.join("").split("\n").length;
        return record;
      });
      expect((await read(text)).records).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

it.each([
  ["without quotes", `${long}${long}\n`],
  ["with quotes", `${long},"${long}"\n`],
  ["in a quote that never ends", `"${`${long.slice(0, 99)}\n`.repeat(2000)}`],
  ["of nothing but delimiters, without an end", ",".repeat(10_000_000)],
])("refuses a line that is too long, %s, after the lines before it", async (_how, line) => {
  const { records, failure } = await read(`a,b\nc,d\n${line}`);
  expect(records).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["c", "d"] },
  ]);
  expect(failure?.line).toBeGreaterThanOrEqual(3);
  expect(failure?.message).toMatch(/longer than 65536 characters, or a quote is never closed/);
});

it("accepts any number of lines of 60,000 characters", async () => {
  const line = `${long},"${"y".repeat(20_000)}"`;
  const { records, failure } = await read(`${line}\n${line}\n${line}`);
  expect(failure).toBeUndefined();
  expect(records.map(({ line: at }) => at)).toEqual([1, 2, 3]);
});

it("holds no more than one chunk of the file in memory", async () => {
  const { records, most } = await read("first,second,third\n".repeat(20_000));
  expect(records).toHaveLength(20_000);
  expect(most).toBeLessThan(5000);
});
