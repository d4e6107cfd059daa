import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT, read } from "./support/markdown.ts";
import { runningProcesses } from "./support/processes.ts";

/** Specs without a browser test in the short run, and what holds their promise there. */
const LONG_SPECS: Record<string, string> = {
  "e2e/accessibility-conversation.spec.ts":
    "conversation.spec.ts writes by keyboard, accessibility-order.spec.ts looks at the order",
  "e2e/errors-office.spec.ts": "errors.spec.ts: one handler serves all screens",
};

it("every browser spec has a test in the short run or stands in the list of exceptions", () => {
  const specs = globSync("e2e/**/*.spec.ts", { cwd: ROOT }).sort();
  const without = specs.filter((file) => !read(file).includes('"@core"'));
  expect(without).toEqual(Object.keys(LONG_SPECS));
});

it("no test waits for a fixed time, listens on a fixed port or calls ps", () => {
  const files = globSync(["e2e/**/*.ts", "test/**/*.ts", "playwright.config.ts"], { cwd: ROOT });
  const found = files
    .filter((file) => file !== "test/suite-shape.test.ts")
    .flatMap((file) =>
      [...read(file).matchAll(/waitForTimeout|\.listen\(\s*[1-9]\d*|spawn(?:Sync)?\("ps"/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
  expect(found).toEqual([]);
});

it("a run removes the folder and the processes of one that was killed, and keeps those of one that runs", async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), "sweep-"));
  const library = path.join(ROOT, "scripts/lib/test-run.mjs");
  // In its arguments, as those of a run are: its process must not count as one that has ended.
  const run = (body: string) =>
    spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { withTestRun } from ${JSON.stringify(library)}; await withTestRun(${body})`,
        "scripts/",
      ],
      {
        env: { PATH: process.env.PATH, TMPDIR: temporary },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
  const starts = `async () => {
    const { spawn } = await import("node:child_process");
    console.log(spawn("sleep", ["600"], { detached: true, stdio: "ignore" }).pid);
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  }`;
  const [killed, kept] = [run(starts), run(starts)];
  try {
    const pids = await Promise.all([killed, kept].map(async ({ stdout }) => Number(await once(stdout, "data"))));
    // Another user's, or what can't be read as one.
    await mkdir(path.join(temporary, "arrival-desk-run-nonsense"));
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const next = run("async () => {}");
    expect(await once(next, "exit")).toEqual([0, null]);

    // One that has ended but was not reaped has no command line.
    const alive = runningProcesses().flatMap(({ pid, command }) => (command === "" ? [] : [pid]));
    expect(pids.map((pid) => alive.includes(pid))).toEqual([false, true]);
    expect(await readdir(temporary)).toEqual([expect.stringMatching(`^arrival-desk-run-${kept.pid}-`)]);
  } finally {
    kept.kill("SIGTERM");
    killed.kill("SIGKILL");
    const ended = run("async () => {}");
    await once(ended, "exit");
    await rm(temporary, { recursive: true, force: true });
  }
  expect(existsSync(temporary)).toBe(false);
});
