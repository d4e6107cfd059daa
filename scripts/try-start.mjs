// Runs `npm start`, waits until the program is ready, stops it and checks that it has ended.
// Uses no packages, like the script under test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot, runMain, StartError } from "./lib/project.mjs";

const READY_MS = 10 * 60_000;
const port = process.env.PORT ?? "4620";
const address = `http://127.0.0.1:${port}`;
const answers = (name) =>
  fetch(`${address}/${name}`).then(
    ({ ok }) => ok,
    () => false,
  );

await runMain(async () => {
  if (await answers("healthz")) throw new StartError(`Port ${port} is already in use; set PORT to another one.`);
  const folder = mkdtempSync(path.join(tmpdir(), "arrival-desk-start-"));
  // The database's account must be able to traverse the folder.
  chmodSync(folder, 0o711);
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: projectRoot,
    env: { ...process.env, PORT: port, DATA_DIR: path.join(folder, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = once(child, "exit");
  try {
    while (!(await answers("readyz"))) {
      if (child.exitCode !== null) throw new StartError(`${said}\nnpm start ended before it was ready.`);
      if (performance.now() - startedAt > READY_MS) throw new StartError(`${said}\nnpm start did not become ready.`);
      await delay(250);
    }
    console.log(`npm start: ready after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  if (await answers("healthz")) throw new StartError("npm start was stopped, but the port still answers.");
});
