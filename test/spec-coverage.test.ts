import { describe, expect, it } from "vitest";
import { exists, read } from "./support/markdown.ts";
import { coverageProblems, NOT_BUILT, readCoverage, SPECIFICATION_SIZE } from "./support/spec-coverage.ts";
import { testTitles } from "./support/test-titles.ts";

const DOCUMENT = "docs/spec-coverage.md";

function titlesOf(file: string) {
  return exists(file) ? testTitles(file, read(file)) : null;
}

describe("the document", () => {
  const text = read(DOCUMENT);
  const titles = new Map<string, ReturnType<typeof titlesOf>>();
  const remembered = (file: string) => {
    if (!titles.has(file)) titles.set(file, titlesOf(file));
    return titles.get(file) ?? null;
  };

  it("has every statement of the specification once, each with tests that exist", () => {
    const problems = coverageProblems(text, { size: SPECIFICATION_SIZE, notBuilt: NOT_BUILT, titlesOf: remembered });
    expect(problems).toEqual([]);
  });

  it("has 430 statements", () => {
    expect(readCoverage(text).rows).toHaveLength(430);
  });
});

describe("the check of the document", () => {
  const outside = {
    size: { 1: 2, 2: 2 },
    notBuilt: ["2-002"],
    titlesOf: (file: string) =>
      file === "a.test.ts"
        ? new Map([
            ["holds", 1],
            ["a; b | c", 1],
            ["twice", 2],
          ])
        : null,
  };
  const ROWS = [
    "# What is asked",
    "## 1. First",
    "| id | statement | held by |",
    "|---|---|---|",
    "| 1-001 | one | `a.test.ts` › holds |",
    "| 1-002 | two | `a.test.ts` › a; b \\| c; `a.test.ts` › holds |",
    "## 2. Second",
    "| 2-001 | three | `a.test.ts` › holds |",
    "| 2-002 | four | not built yet |",
  ];
  const judged = (change: (rows: string[]) => string[]) => coverageProblems(change([...ROWS]).join("\n"), outside);
  const withLine = (index: number, line: string) => judged((rows) => rows.with(index, line));

  it("finds nothing wrong with a document that is whole", () => {
    expect(judged((rows) => rows)).toEqual([]);
  });

  it.each([
    ["a missing row", 4, "", "1-001: is missing"],
    ["a missing last row", 5, "", "1-002: is missing"],
    ["a row that stands twice", 5, ROWS[4] ?? "", "1-001: stands twice"],
    ["a row too many", 5, "| 1-003 | two | `a.test.ts` › holds |", "1-003: is no statement"],
    ["a row of another section", 8, "| 1-002 | x | `a.test.ts` › holds |", "1-002: stands in section 2"],
    ["an id of another form", 4, "| 1-1 | one | `a.test.ts` › holds |", "no row of the form"],
    ["no statement", 4, "| 1-001 |  | `a.test.ts` › holds |", "no row of the form"],
    ["no test", 4, "| 1-001 | one |  |", "no row of the form"],
    ["words instead of a test", 4, "| 1-001 | one | seen by a person |", "1-001: names no test"],
    ["what is still open", 4, "| 1-001 | one | PENDING: a.test.ts |", "1-001: names no test: PENDING"],
    ["what is open in part", 4, "| 1-001 | one | `a.test.ts` › holds; PENDING: b |", "1-001: names no test: PENDING"],
    ["an unknown file", 4, "| 1-001 | one | `b.test.ts` › holds |", "1-001: no test of b.test.ts"],
    ["a file that is no test", 4, "| 1-001 | one | `a.ts` › holds |", "1-001: no test of a.ts"],
    ["an unknown title", 4, "| 1-001 | one | `a.test.ts` › hold |", "1-001: no test of a.test.ts: hold"],
    ["an unknown second title", 5, "| 1-002 | x | `a.test.ts` › holds; `a.test.ts` › y |", "no test of a.test.ts: y"],
    ["a title of two tests", 4, "| 1-001 | one | `a.test.ts` › twice |", "1-001: more than one test"],
    ["a statement that may not wait", 4, "| 1-001 | one | not built yet |", "1-001: is not one of those"],
    ["a statement that waits no longer", 8, "| 2-002 | four | `a.test.ts` › holds |", "2-002: is built"],
  ])("finds %s", (_what, index, line, problem) => {
    expect(withLine(index, line).join("\n")).toContain(problem);
  });

  it("finds rows out of order", () => {
    const problems = judged((rows) => rows.with(4, ROWS[5] ?? "").with(5, ROWS[4] ?? ""));
    expect(problems).toEqual(["1-002: out of order"]);
  });
});

describe("the titles of a file", () => {
  const titles = (text: string) => [...testTitles("x.test.ts", text)];

  it("are those of its tests and of its tables of tests", () => {
    const text = `
      it("one", () => undefined);
      test('it\\'s two', async ({ page }) => { await test.step("no test", async () => undefined); });
      test.describe("a group", () => { test("three", () => undefined); });
      it.each([["(", 1], ["it(\\"x\\")", 2]])("four %s", () => undefined);
      it.each\`a | b\`("five $a", () => undefined);
      describe.each(LIST)("six %s", () => { it.skipIf(true)("seven", () => undefined); });
      describe("also a group", () => { it(\`eight \${name}\`, () => undefined); });`;
    expect(titles(text).map(([title]) => title)).toEqual([
      "one",
      "it's two",
      "three",
      "four %s",
      "five $a",
      "six %s",
      "seven",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as it is written
      "eight ${name}",
    ]);
  });

  it("are counted", () => {
    expect(titles('it("one", f); describe("x", () => { it("one", f); });')).toEqual([["one", 2]]);
  });

  it("are not those of comments, strings, other functions and tests that don't run", () => {
    const text = `
      // it("a comment", f);
      const text = 'it("a string", f);';
      emit("another function", f);
      it.skip("skipped", f);
      test.fixme("to be mended", f);
      it.todo("to be written");
      describe.skip("skipped with its insides", () => { it("inside", f); });`;
    expect(titles(text)).toEqual([]);
  });
});
