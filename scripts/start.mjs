// npm start: installs, builds and starts the program from a fresh clone. Uses no packages and also runs on Node 20.
import { existsSync } from "node:fs";
import path from "node:path";
import { runChild } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { binFolder, projectRoot, runMain, StartError, serverStart } from "./lib/project.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const entry = path.join(projectRoot, "demo/main.ts");

await runMain(async () => {
  await ensureInstalled();
  const buildCode = await ensureWebBuild();
  if (buildCode !== 0) throw new StartError(`The web pages could not be built (vite ended with ${buildCode}).`);

  process.chdir(projectRoot);
  console.log("Starting the program and its database.");
  const { flags, env } = serverStart();
  const { code } = await runChild(findNode(), [...flags, entry, ...process.argv.slice(2)], { env });
  process.exit(code);
});

/** Always a new process: memory limits are flags and environment variables, which a running one can't take. */
function findNode() {
  const packaged = path.join(binFolder, "node");
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  throw new StartError(
    `Node ${process.versions.node} is too old and this platform has no packaged one. Install Node.js 24 from https://nodejs.org.`,
  );
}
