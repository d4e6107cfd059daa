import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The Vitest tag of tests that only the long run runs. */
const LONG = "long";

/**
 * Counts of a Vitest JSON report, and one line per failure and per test that passed at a later try. A file that could
 * not be loaded contains no failed test and counts as one.
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
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: path.relative(process.cwd(), file.name) })),
  );
  const left = tests.filter(({ status, tags }) => status === "skipped" && tags.includes(LONG)).length;
  // A test that passed keeps the errors of its earlier tries.
  const retried = tests
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ file, fullName, failureMessages }) => failure(file, fullName, failureMessages[0]));
  const skipped = report.numPendingTests + report.numTodoTests - left;
  return atLeastOneFailed(
    { passed: report.numPassedTests, failed: failures.length, skipped, left, failures, retried },
    exitCode,
  );
}

/** Counts of a Playwright JSON report, and one line per failure and per test that passed at a later try. */
export function countPlaywright(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  const { expected, flaky, unexpected, skipped } = report.stats;
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) => tests.map(({ status, results }) => ({ file, title, status, results })));
  const withError = (wanted) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ file, title, results }) => failure(file, title, results[0]?.error?.message));
  const [failures, retried] = [withError("unexpected"), withError("flaky")];
  return atLeastOneFailed({ passed: expected + flaky, failed: unexpected, skipped, failures, retried }, exitCode);
}

/** The number of tests that `playwright test --list --reporter=json` names. */
export function countPlaywrightList(report) {
  return JSON.parse(report)
    .suites.flatMap(specsOf)
    .reduce((sum, { tests }) => sum + tests.length, 0);
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
