// Everything that has to hold, on a fresh clone too. Plain Node without packages: it may run on Node 20.
// Every step runs even when an earlier one failed; the last line is "N passed, N failed".
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runStep } from "./lib/child.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { ensurePdfTools } from "./lib/pdf-tools.mjs";
import { binFolder, runMain, StartError } from "./lib/project.mjs";
import { countPlaywright, countVitest } from "./lib/test-counts.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const totals = { passed: 0, failed: 0, skipped: 0 };
const reports = mkdtempSync(path.join(tmpdir(), "arrival-desk-reports-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));

/** Runs one step and prints how long it took. `run` returns counts; a number is an exit code, a failure is one. */
async function step(name, run) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  let counts;
  try {
    const result = await run();
    counts = typeof result === "number" ? { passed: 0, failed: result === 0 ? 0 : 1, skipped: 0 } : result;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${name}: ${counts.failed === 0 ? "ok" : `${counts.failed} failed`}, ${seconds} s`);
}

async function vitest() {
  const report = path.join(reports, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return countVitest(report, await runStep(path.join(binFolder, "vitest"), args));
}

async function playwright() {
  const report = path.join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await runStep(path.join(binFolder, "playwright"), ["test", "--reporter=list,json"], { env });
  return countPlaywright(report, code);
}

await runMain(async () => {
  await ensureInstalled();
  await step("types", () => runStep("npm", ["run", "--silent", "typecheck"]));
  await step("lint", () => runStep("npm", ["run", "--silent", "lint"]));
  await step("web build", ensureWebBuild);
  await step("tools that read PDFs", ensurePdfTools);
  await step("unit and integration tests", vitest);
  await step("browser tests", playwright);

  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
});
