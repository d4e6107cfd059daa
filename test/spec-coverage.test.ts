import { describe, expect, it } from "vitest";
import { read } from "./support/markdown.ts";
import {
  COVERAGE_DOCUMENT,
  projectTests,
  STATEMENT_IDS,
  statementIdsIn,
  testsByStatement,
  withTests,
} from "./support/spec-coverage.ts";

describe("the statements of the specification", () => {
  const document = read(COVERAGE_DOCUMENT);
  const tests = projectTests();

  it("are in the document once each and in order", () => {
    expect(STATEMENT_IDS).toHaveLength(430);
    expect(statementIdsIn(document)).toEqual(STATEMENT_IDS);
  });

  it("have a test each, and no test names another id", () => {
    expect(STATEMENT_IDS.filter((id) => !tests.has(id))).toEqual([]);
    expect([...tests.keys()].filter((id) => !STATEMENT_IDS.includes(id))).toEqual([]);
  });

  it("have their tests in the document as written by npm run spec:coverage", () => {
    expect(withTests(document, tests)).toBe(document);
  });
});

describe("the last column", () => {
  const at = (id: string) => `@${id}`;
  const tests = testsByStatement([
    {
      file: "a.test.ts",
      text: `it("holds ${at("1-001")} ${at("1-002")}", f); it("holds nothing", f);
        it.each(ROWS)("also | \\"%s\\" ${at("1-001")}", f);
        it.skip("skipped ${at("1-001")}", f);`,
    },
    { file: "b.spec.ts", text: `test(\`a third of \${name} ${at("1-002")}\`, async ({ page }) => {});` },
  ]);

  it("names the running tests whose titles end with the id", () => {
    const rows = [
      "| id | statement | held by |",
      "|---|---|---|",
      "| 1-001 | one \\| two | old |",
      "| 1-002 | three |  |",
    ];
    expect(withTests(rows.join("\n"), tests).split("\n")).toEqual([
      ...rows.slice(0, 2),
      '| 1-001 | one \\| two | `a.test.ts` › holds; `a.test.ts` › also \\| "%s" |',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as it is written
      "| 1-002 | three | `a.test.ts` › holds; `b.spec.ts` › a third of ${name} |",
    ]);
  });

  it("is empty without a test, which the check above refuses", () => {
    expect(withTests("| 9-001 | one | `a.test.ts` › holds |", tests)).toBe("| 9-001 | one |  |");
  });
});
