// Runs `npm start` on a free port, waits until the program is ready, stops it and checks that it has ended.
// Uses no packages, like the script under test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot, runMain, StartError } from "./lib/project.mjs";
import { withTestRun } from "./lib/test-run.mjs";

const READY_MS = 10 * 60_000;
/** The sentence that names the program's address. */
const READY = /runs at (http\S+)/;

await runMain(() => withTestRun(tryStart));

async function tryStart(folder) {
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: projectRoot,
    env: { ...process.env, PORT: "0", DATA_DIR: path.join(folder, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (READY.test(output)) resolve("ready");
      });
    }
  });
  let address;
  try {
    const first = await Promise.race([isReady, ended, delay(READY_MS, "late", { ref: false })]);
    if (first === "late") throw new StartError(`${output}\nnpm start did not become ready.`);
    if (first !== "ready") throw new StartError(`${output}\nnpm start ended before it was ready.`);
    address = READY.exec(output)[1];
    const { status } = await fetch(`${address}/readyz`);
    if (status !== 200) throw new StartError(`npm start says that it runs, but /readyz answers ${status}.`);
    console.log(`npm start: ready after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  const answers = fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );
  if (await answers) throw new StartError("npm start was stopped, but its port still answers.");
}
