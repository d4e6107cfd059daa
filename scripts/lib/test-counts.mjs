import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * Counts of a Vitest JSON report, and one line per failure. A file that could not be loaded contains no failed test and
 * counts as one.
 */
export function countVitest(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  const failures = report.testResults
    .filter((file) => file.status === "failed")
    .flatMap((file) => {
      const name = path.relative(process.cwd(), file.name);
      const tests = file.assertionResults.filter((test) => test.status === "failed");
      if (tests.length === 0) return [failure(name, "the file", file.message)];
      return tests.map((test) => failure(name, test.fullName, test.failureMessages[0]));
    });
  return atLeastOneFailed(
    {
      passed: report.numPassedTests,
      failed: failures.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
    },
    exitCode,
  );
}

/** Counts of a Playwright JSON report, and one line per failure. */
export function countPlaywright(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = report.suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ results }) => failure(file, title, results.at(-1)?.error?.message)),
    );
  return atLeastOneFailed({ passed: expected + flaky, failed: unexpected, skipped, failures }, exitCode);
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function failure(file, test, message = "") {
  return `${file} > ${test}: ${stripVTControlCharacters(message).split("\n", 1)[0]}`;
}

/** An unhandled error or a broken setup fails the run without failing a test. */
function atLeastOneFailed(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
