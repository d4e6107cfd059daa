// npm run dev: the program with demo data, restarted when its code changes, behind Vite, which shows changes of the
// console's screens at once. Uses no packages and also runs on Node 20.
import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { ensureInstalled } from "./lib/install.mjs";
import { binFolder, projectEnvironment, projectRoot, runMain, StartError, serverStart } from "./lib/project.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const PROGRAM_PORT = process.env.PORT ?? "3000";
const PAGES_PORT = process.env.PAGES_PORT ?? "5173";
const programAddress = `http://127.0.0.1:${PROGRAM_PORT}`;
const pagesAddress = `http://127.0.0.1:${PAGES_PORT}`;

await runMain(async () => {
  await ensureInstalled();
  // The visitor's pages are rendered by the program, from the last build.
  const buildCode = await ensureWebBuild();
  if (buildCode !== 0) throw new StartError(`The web pages could not be built (vite ended with ${buildCode}).`);

  process.chdir(projectRoot);
  const vite = start("vite", ["--host", "127.0.0.1", "--port", PAGES_PORT, "--strictPort", "--logLevel", "warn"], {
    PORT: PROGRAM_PORT,
  });
  const { flags, env } = serverStart();
  const program = start("node", ["--watch", "--watch-preserve-output", ...flags, "demo/main.ts"], {
    ...env,
    // Links in mails lead to the pages as they are edited, too.
    PUBLIC_URL: pagesAddress,
    ...process.env,
    PORT: PROGRAM_PORT,
  });
  // Only one address is printed: the one to open.
  for await (const line of createInterface({ input: program.stdout })) {
    console.log(line.replace(`runs at ${programAddress}`, `runs at ${pagesAddress}`));
  }
  vite.kill();
});

function start(command, args, env) {
  const child = spawn(path.join(binFolder, command), args, {
    env: projectEnvironment(env),
    stdio: ["ignore", command === "node" ? "pipe" : "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return child;
}
