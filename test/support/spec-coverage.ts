import { globSync } from "node:fs";
import { ROOT, read } from "./markdown.ts";

/** Number of statements in each section of the specification, 430 in total. */
const SECTIONS = { 1: 25, 2: 178, 3: 47, 4: 44, 5: 28, 6: 12, 7: 51, 8: 25, 9: 20 } as const;

export const STATEMENT_IDS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}-${String(index + 1).padStart(3, "0")}`),
);

export const COVERAGE_DOCUMENT = "docs/spec-coverage.md";

/** A test title that ends with ids; skipped tests do not count. */
const TITLE = /(?<!\.(?:skip|todo|fixme)\(\s*)(["'`])((?:\\.|(?!\1)[^\\\n])+?)((?: @\d-\d{3})+)\1/g;
/** A table row: id, statement, tests. */
const ROW = /^\| (\d-\d{3}) \| ((?:[^|\\]|\\.)+) \| (?:[^|\\]|\\.)* \|$/gm;

/** The tests whose titles end with each id, as `file › title`. */
export function testsByStatement(files: Iterable<{ file: string; text: string }>): Map<string, string[]> {
  const tests = new Map<string, string[]>();
  for (const { file, text } of files) {
    for (const [, , title = "", ids = ""] of text.matchAll(TITLE)) {
      const name = `\`${file}\` › ${title.replace(/\\(["'`])/g, "$1")}`;
      for (const id of ids.trim().split(" ")) {
        tests.set(id.slice(1), [...(tests.get(id.slice(1)) ?? []), name]);
      }
    }
  }
  return tests;
}

export function projectTests(): Map<string, string[]> {
  const files = globSync(["src/**/*.test.ts", "test/**/*.test.ts", "e2e/**/*.spec.ts"], { cwd: ROOT }).sort();
  return testsByStatement(files.map((file) => ({ file, text: read(file) })));
}

export const statementIdsIn = (document: string) => [...document.matchAll(ROW)].map(([, id = ""]) => id);

/** The document with the tests' column of its tables updated. */
export function withTests(document: string, tests: ReadonlyMap<string, readonly string[]>): string {
  return document.replaceAll(ROW, (_row, id: string, statement: string) => {
    const held = (tests.get(id) ?? []).join("; ").replaceAll("|", "\\|");
    return `| ${id} | ${statement} | ${held} |`;
  });
}
