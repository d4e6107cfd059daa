// The summary of `npm test` from Vitest's own reports: what failed, and what passed at a later try.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Try {
  reportFile: string;
  exitCode: number;
}
interface TestCounts {
  countVitest(tries: Try[]): Record<string, unknown>;
  failedFiles(reportFile: string): string[];
}
const { countVitest, failedFiles }: TestCounts = await import(`${import.meta.dirname}/../scripts/lib/test-counts.mjs`);

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, "..");
const TESTS = `
import { expect, it } from "vitest";
it("passes", () => expect(1).toBe(1));
it.skip("waits", () => undefined);
it("fails at first", () => expect(process.env.TRY).toBe("2"));
it("always fails", () => { throw new Error("for good"); });
`;

describe("the counts of Vitest's reports", () => {
  let folder: string;
  const file = () => path.relative(ROOT, path.join(folder, "some.test.ts"));

  async function tryOnce(number: number): Promise<Try> {
    const reportFile = path.join(folder, `report-${number}.json`);
    const args = ["run", "--root", folder, "--reporter=json", `--outputFile.json=${reportFile}`];
    const command = path.join(ROOT, "node_modules/.bin/vitest");
    const exitCode = await run(command, args, { cwd: ROOT, env: { ...process.env, TRY: String(number) } }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    return { reportFile, exitCode };
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(ROOT, "node_modules/.cache/test-counts-"));
    await writeFile(path.join(folder, "some.test.ts"), TESTS);
    await writeFile(path.join(folder, "broken.test.ts"), "throw new Error('not loaded');");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("name each failure, and each test that passed at a later try with its first error", async () => {
    const first = await tryOnce(1);
    expect(failedFiles(first.reportFile).toSorted()).toEqual([file().replace("some", "broken"), file()]);
    expect(countVitest([first])).toMatchObject({ passed: 1, failed: 3, skipped: 1, left: 0, retried: [] });

    await writeFile(path.join(folder, "broken.test.ts"), "import { it } from 'vitest'; it('is mended', () => {});");
    const second = await tryOnce(2);
    expect(failedFiles(second.reportFile)).toEqual([file()]);
    expect(countVitest([first, second])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
      left: 0,
      failures: [`${file()} > always fails: Error: for good`],
      retried: expect.arrayContaining([
        expect.stringContaining(`${file()} > fails at first: AssertionError: expected '1' to be '2'`),
        `${file().replace("some", "broken")} > the file: not loaded`,
      ]) as string[],
    });
  });

  it("count a run without a report, and one that failed without a failed test, as one failure", async () => {
    expect(countVitest([{ reportFile: path.join(folder, "none.json"), exitCode: 1 }])).toMatchObject({ failed: 1 });
    await writeFile(path.join(folder, "some.test.ts"), TESTS.slice(0, TESTS.indexOf('it("fails')));
    const { reportFile } = await tryOnce(3);
    expect(countVitest([{ reportFile, exitCode: 1 }])).toMatchObject({ passed: 2, failed: 1, failures: [] });
  });
});
