// Runs the checks, also on a fresh clone: node scripts/test.mjs [--full] [types] [lint] [unit] [browser] [postgres15] [faults]
// Without --full it runs the core: Vitest without the tests tagged "long", and the browser tests tagged "@core". With it,
// all tests, then the database tests on PostgreSQL 15 and the fault tests in their long form.
// Uses no packages and also runs on Node 20. Every step runs even if an earlier one failed; the last lines list the
// failures, the tests that needed another try, and "N passed, N failed".
import { rmSync } from "node:fs";
import path from "node:path";
import { captureStep, runStep } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { withPostgres15 } from "./lib/postgres15.mjs";
import { binFolder, runMain, StartError, StoppedError } from "./lib/project.mjs";
import { countPlaywright, countPlaywrightList, countVitest, failedFiles } from "./lib/test-counts.mjs";
import { withTestRun } from "./lib/test-run.mjs";
import { ensureTools } from "./lib/tools.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

/** More tries of a failed test: a shared machine does stand still. The summary names every test that needed one. */
const RETRIES = 2;

const args = process.argv.slice(2);
const isFull = args.includes("--full");
const named = args.filter((arg) => arg !== "--full");

/** `left`: tests that only the long run has. */
const totals = { passed: 0, failed: 0, skipped: 0, left: 0 };
/** One line per failure, repeated at the end, because often only the end of a long output is kept. */
const failures = [];
/** One line per test that passed at a later try, with its first error. */
const retried = [];

/** Runs a step and prints its duration. `run` returns counts or an exit code, which counts as one failure unless 0. */
async function step(name, run) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  let counts;
  try {
    const result = await run();
    counts = typeof result === "number" ? { failed: result === 0 ? 0 : 1 } : result;
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    console.error(error instanceof StartError ? error.message : error);
    counts = { failed: 1 };
  }
  for (const key of Object.keys(totals)) totals[key] += counts[key] ?? 0;
  retried.push(...(counts.retried ?? []));
  if (counts.failed > 0) failures.push(...(counts.failures ?? [`${name}: see above`]));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${name}: ${counts.failed === 0 ? "ok" : `${counts.failed} failed`}, ${seconds} s`);
}

/**
 * Runs Vitest. Files with a failed test run again, in new processes and with new databases: what a test left behind when
 * it failed can't fail its next try.
 * @param again the arguments of these runs, before their files
 */
async function vitest(folder, { args, again = ["run"], env = {} }) {
  const command = path.join(binFolder, "vitest");
  const tries = [];
  const run = async (chosen) => {
    const reportFile = path.join(folder, `vitest-${tries.length}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
    rmSync(reportFile, { force: true });
    tries.push({ reportFile, exitCode: await runStep(command, [...chosen, ...reporters], { env }) });
    return failedFiles(reportFile);
  };
  let failed = await run(args);
  while (failed.length > 0 && tries.length <= RETRIES) failed = await run([...again, ...failed]);
  return countVitest(tries);
}

async function playwright(folder) {
  const report = path.join(folder, "playwright.json");
  const command = path.join(binFolder, "playwright");
  const core = isFull ? [] : ["--grep=@core"];
  const code = await runStep(command, ["test", `--retries=${RETRIES}`, "--reporter=list,json", ...core], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(isFull ? {} : { SHORT_LOOKS: "1" }) },
  });
  const counts = countPlaywright(report, code);
  if (isFull) return counts;
  const all = countPlaywrightList(await captureStep(command, ["test", "--list", "--reporter=json"]));
  return { ...counts, left: all - counts.passed - counts.failed - counts.skipped };
}

/** Tests whose number of rounds can be raised. */
const FAULTS = {
  args: [
    "run",
    ...["mail-faults", "mail-kills", "question-kills", "refunds-of-two-processes", "hostile-input", "search-grams"].map(
      (name) => `test/${name}.test.ts`,
    ),
    "test/faults",
  ],
  env: { KILL_ROUNDS: "20", HOSTILE_RUNS: "1000", SEARCH_RUNS: "400" },
};
/** The long run also tries other random values each time; Vitest prints the seed of a failure. */
const UNIT = isFull
  ? { args: ["run"], env: { TEST_SEED: String(Date.now() % 2 ** 31) } }
  : { args: ["run", "--tags-filter=!long"], again: ["run", "--tags-filter=!long"] };

const ALWAYS = ["types", "lint", "unit", "browser"];
const steps = {
  types: ["types", () => runStep("npm", ["run", "--silent", "typecheck"])],
  lint: ["lint", () => runStep("npm", ["run", "--silent", "lint"])],
  unit: ["unit and integration tests", (folder) => vitest(folder, UNIT)],
  browser: ["browser tests", playwright],
  postgres15: ["PostgreSQL 15", (folder) => withPostgres15(folder, (options) => vitest(folder, options))],
  faults: ["faults", (folder) => vitest(folder, FAULTS)],
};

await runMain(async () => {
  const unknown = named.find((name) => steps[name] === undefined);
  if (unknown !== undefined) {
    throw new StartError(`There is no step "${unknown}"; the steps are ${Object.keys(steps).join(", ")}.`);
  }
  await withTestRun(async (folder) => {
    await ensureInstalled();
    const runNamed = async (keys) => {
      for (const key of keys) {
        const [name, run] = steps[key];
        const isWanted = named.length === 0 ? isFull || ALWAYS.includes(key) : named.includes(key);
        if (isWanted) await step(name, () => run(folder));
      }
    };
    const checkSource = async () => {
      await step("web build", ensureWebBuild);
      await runNamed(["types", "lint"]);
    };
    // Checks that only read the source run while the tools are installed.
    await Promise.all([step("tools", ensureTools), checkSource()]);
    await runNamed(["unit", "browser", "postgres15", "faults"]);
  });

  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
  if (retried.length > 0) console.log(`\nNeeded another try:\n${retried.join("\n")}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  if (totals.left > 0) console.log(`\n${totals.left} more tests belong to the long run: npm run test:full`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed > 0 || (totals.passed === 0 && named.length === 0) ? 1 : 0;
});
