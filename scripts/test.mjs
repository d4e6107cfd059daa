// Runs all checks, also on a fresh clone: node scripts/test.mjs [types] [lint] [unit] [browser]
// Uses no packages and also runs on Node 20. Every step runs even if an earlier one failed; the last lines list the
// failures and "N passed, N failed".
import path from "node:path";
import { runStep } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { binFolder, runMain, StartError, StoppedError } from "./lib/project.mjs";
import { countPlaywright, countVitest } from "./lib/test-counts.mjs";
import { withTestRun } from "./lib/test-run.mjs";
import { ensureTools } from "./lib/tools.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const totals = { passed: 0, failed: 0, skipped: 0 };
/** One line per failure, repeated at the end, because often only the end of a long output is kept. */
const failures = [];

/** Runs a step and prints its duration. `run` returns counts or an exit code, which counts as one failure unless 0. */
async function step(name, run) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  let counts;
  try {
    const result = await run();
    counts = typeof result === "number" ? { passed: 0, failed: result === 0 ? 0 : 1, skipped: 0 } : result;
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    console.error(error instanceof StartError ? error.message : error);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  if (counts.failed > 0) failures.push(...(counts.failures ?? [`${name}: see above`]));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${name}: ${counts.failed === 0 ? "ok" : `${counts.failed} failed`}, ${seconds} s`);
}

async function vitest(folder) {
  const report = path.join(folder, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return countVitest(report, await runStep(path.join(binFolder, "vitest"), args));
}

async function playwright(folder) {
  const report = path.join(folder, "playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await runStep(path.join(binFolder, "playwright"), ["test", "--reporter=list,json"], { env });
  return countPlaywright(report, code);
}

const steps = {
  types: ["types", () => runStep("npm", ["run", "--silent", "typecheck"])],
  lint: ["lint", () => runStep("npm", ["run", "--silent", "lint"])],
  unit: ["unit and integration tests", vitest],
  browser: ["browser tests", playwright],
};

await runMain(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => steps[name] === undefined);
  if (unknown !== undefined) {
    throw new StartError(`There is no step "${unknown}"; the steps are ${Object.keys(steps).join(", ")}.`);
  }
  await withTestRun(async (folder) => {
    await ensureInstalled();
    const runNamed = async (keys) => {
      for (const key of keys) {
        const [name, run] = steps[key];
        if (named.length === 0 || named.includes(key)) await step(name, () => run(folder));
      }
    };
    const checkSource = async () => {
      await step("web build", ensureWebBuild);
      await runNamed(["types", "lint"]);
    };
    // Checks that only read the source run while the tools are installed.
    await Promise.all([step("tools", ensureTools), checkSource()]);
    await runNamed(["unit", "browser"]);
  });

  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed > 0 || (totals.passed === 0 && named.length === 0) ? 1 : 0;
});
