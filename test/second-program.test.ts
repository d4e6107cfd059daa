import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { testLog } from "#test/support/log-capture.ts";
import { type EmbeddedProgram, runEmbeddedProgram } from "#test/support/run-embedded-program.ts";
import { promised } from "#test/support/wait-limits.ts";

const main = path.join(import.meta.dirname, "../src/server/main.ts");

let dataDir: string;
let first: EmbeddedProgram;
beforeAll(async () => {
  dataDir = await makeDataFolder();
  first = await runEmbeddedProgram(dataDir);
});
afterAll(async () => {
  await first.end("SIGTERM");
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

const refusal = () => {
  const holder = `arrival-desk process ${first.child.pid} on ${hostname()}`;
  return `Another Arrival Desk is running on the data folder ${dataDir} (${holder}). Stop it first, or set DATA_DIR to another folder.`;
};

it("a second program on the same data folder names the first", async () => {
  const env = { PATH: process.env.PATH ?? "", DEMO: "0", PORT: "0", DATA_DIR: dataDir };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "pipe"] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([code, said]).toEqual([1, `Arrival Desk could not start: ${refusal()}\n`]);
});

it("is refused within a second, not counting its loading time", async () => {
  const startedAt = performance.now();
  await expect(startEmbeddedPostgres({ dataDir, log: testLog })).rejects.toThrow(refusal());
  expect(performance.now() - startedAt).toBeLessThan(promised(1000));
});
