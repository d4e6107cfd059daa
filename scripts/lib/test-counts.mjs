import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The Vitest tag of tests that only the long run runs. */
const LONG = "long";

/** The files with a failed test in a Vitest JSON report, or that could not be loaded. */
export function failedFiles(reportFile) {
  return (readReport(reportFile)?.testResults ?? []).filter(hasFailed).map(({ name }) => relative(name));
}

/**
 * Counts of the Vitest JSON reports of a run and of the later tries of its failed files, and one line per failure and per
 * test that passed at a later try, with its first error. A file that could not be loaded contains no failed test and
 * counts as one.
 */
export function countVitest(tries) {
  const reports = tries.map(({ reportFile }) => readReport(reportFile)).filter((report) => report !== undefined);
  if (reports.length === 0) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  const files = new Map(reports.flatMap(({ testResults }) => testResults.map((file) => [file.name, file])));
  const failures = failuresOf([...files.values()]);
  const errors = new Map(reports.toReversed().flatMap(({ testResults }) => [...failuresOf(testResults)]));
  const retried = [...errors].filter(([test]) => !failures.has(test)).map(([, line]) => line);
  const tests = [...files.values()].flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const others = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const left = others.filter(({ tags }) => tags.includes(LONG)).length;
  return atLeastOneFailed(
    {
      passed,
      failed: failures.size,
      skipped: others.length - left,
      left,
      failures: [...failures.values()],
      retried,
    },
    tries.at(-1).exitCode,
  );
}

function hasFailed({ status }) {
  return status === "failed";
}

/** The line of each failed test, by file and test. */
function failuresOf(files) {
  const lines = files.filter(hasFailed).flatMap((file) => {
    const tests = file.assertionResults.filter(hasFailed);
    if (tests.length === 0) return [[file.name, failure(relative(file.name), "the file", file.message)]];
    return tests.map(({ fullName, failureMessages }) => [
      `${file.name} > ${fullName}`,
      failure(relative(file.name), fullName, failureMessages[0]),
    ]);
  });
  return new Map(lines);
}

function relative(file) {
  return path.relative(process.cwd(), file);
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
