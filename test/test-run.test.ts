/** @module-tag long */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ROOT } from "./support/markdown.ts";
import { childrenOf, runningProcesses } from "./support/processes.ts";

vi.setConfig({ testTimeout: 240_000 });
const SOON = { timeout: 180_000, interval: 100 };

/** The run's temporary folder, which also identifies its processes. */
let folder: string;
let run: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stop-"));
  await chmod(folder, 0o1777);
});
afterEach(async () => {
  run.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const ofRun = () =>
  runningProcesses().filter(
    ({ command, environment }) =>
      command.includes(folder) || environment.some((variable) => variable.startsWith(`TMPDIR=${folder}`)),
  );
const running = (part: string) => ofRun().filter(({ command }) => command.includes(part));

/** `npm test -- step` in its own process group, like in a terminal. */
function startRun(step: "unit" | "browser") {
  // By these variables Vitest marks its own workers.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV|DEV|PROD|MODE)/.test(name));
  const env = { ...Object.fromEntries(own), TMPDIR: folder };
  run = spawn("npm", ["test", "--silent", "--", step], { cwd: ROOT, env, detached: true, stdio: "ignore" });
  return run.pid ?? 0;
}

async function expectNothingLeft() {
  const ended = run.exitCode !== null || run.signalCode !== null;
  if (!ended) await once(run, "exit");
  expect(ofRun().map(({ command }) => command)).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith("arrival-desk"))).toEqual([]);
}

it("leaves nothing running when Ctrl-C ends it during the browser tests", async () => {
  const pid = startRun("browser");
  await vi.waitFor(() => expect(running("chromium").length).toBeGreaterThan(0), SOON);
  expect(running("bin/postgres").length).toBeGreaterThan(0);
  expect(running("e2e/support/server.ts").length).toBeGreaterThan(0);
  process.kill(-pid, "SIGINT");
  await expectNothingLeft();
});

it("leaves nothing running when SIGTERM ends it during the unit tests", async () => {
  const pid = startRun("unit");
  // Wait until a test file is connected to its database.
  const databases = () => running("bin/postgres").flatMap((server) => childrenOf(server.pid));
  await vi.waitFor(() => expect(databases().some(({ command }) => command.includes(" test_"))).toBe(true), SOON);
  process.kill(pid, "SIGTERM");
  await expectNothingLeft();
});
