// npm run dev: the program with demo data, restarted when its code changes, behind Vite, which shows changes of the
// console's screens at once. Also runs on Node 20.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { ensureInstalled } from "./lib/install.mjs";
import { binFolder, projectEnvironment, projectRoot, runMain, StartError, serverStart } from "./lib/project.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const PROGRAM_PORT = process.env.PORT ?? "3000";
const PAGES_PORT = process.env.PAGES_PORT ?? "5173";
const programAddress = `http://127.0.0.1:${PROGRAM_PORT}`;
const pagesAddress = `http://127.0.0.1:${PAGES_PORT}`;
/** Folders of the program's code. */
const WATCHED = ["src/contract", "src/server", "demo", "test/support"];
/** An editor or a checkout writes several files at once. */
const BURST_MS = 100;

await runMain(async () => {
  await ensureInstalled();
  await requireFreePort("PORT", PROGRAM_PORT);
  await requireFreePort("PAGES_PORT", PAGES_PORT);
  // The visitor's pages are rendered by the program, from the last build.
  const buildCode = await ensureWebBuild();
  if (buildCode !== 0) throw new StartError(`The web pages could not be built (vite ended with ${buildCode}).`);

  process.chdir(projectRoot);
  // Not node --watch: on Linux it watches a file, not its name, and misses every save after the first that replaces the
  // file, as many editors and every checkout do.
  const { watch } = await import("chokidar");
  const changes = watch(WATCHED, { ignoreInitial: true, ignored: (name) => name.endsWith(".test.ts") });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop.abort());
  let hasViteFailed = false;
  const vite = startPages();
  vite.once("exit", () => {
    hasViteFailed = !stop.signal.aborted;
    stop.abort();
  });
  try {
    await runProgram(changes, stop.signal);
  } finally {
    stop.abort();
    await changes.close();
    vite.kill();
  }
  if (hasViteFailed) throw new StartError("Vite, which serves the screens, has ended, so the program was stopped too.");
});

/** Runs the program, again after each change, until `stop` or until it ends before it was ready once. */
async function runProgram(changes, stop) {
  const stopped = once(stop, "abort");
  for (let wasReady = false; !stop.aborted; ) {
    const changed = once(changes, "all");
    const program = startProgram(() => {
      wasReady = true;
    });
    const ended = once(program, "exit");
    await Promise.race([changed, ended, stopped]);
    if (program.exitCode === null) program.kill();
    else if (!wasReady) throw new StartError("The program could not be started.");
    else if (!stop.aborted) console.log("The program has ended. It starts again after the next change.");
    await ended;
    await Promise.race([changed, stopped]);
    if (!stop.aborted) await delay(BURST_MS);
  }
}

/** @param onReady called when the program answers */
function startProgram(onReady) {
  const { flags, env } = serverStart();
  const program = start("node", [...flags, "demo/main.ts"], ["ignore", "pipe", "inherit"], {
    ...env,
    // Links in mails lead to the pages as they are edited, too.
    PUBLIC_URL: pagesAddress,
    ...process.env,
    PORT: PROGRAM_PORT,
  });
  createInterface({ input: program.stdout }).on("line", (line) => {
    // Only one address is printed: the one to open.
    const shown = line.replace(`runs at ${programAddress}`, `runs at ${pagesAddress}`);
    if (shown !== line) onReady();
    console.log(shown);
  });
  return program;
}

function startPages() {
  const args = ["--host", "127.0.0.1", "--port", PAGES_PORT, "--strictPort", "--logLevel", "warn"];
  return start("vite", args, ["ignore", "inherit", "inherit"], { PORT: PROGRAM_PORT });
}

function start(command, args, stdio, env) {
  return spawn(path.join(binFolder, command), args, { env: projectEnvironment(env), stdio });
}

async function requireFreePort(name, port) {
  const server = createServer();
  server.listen(Number(port), "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new StartError(`Port ${port} is in use. Stop what listens there, or choose another one with ${name}.`);
  });
  await new Promise((resolve) => server.close(resolve));
}
