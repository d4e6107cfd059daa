// The whole way from a fresh clone to a running desk. Plain Node without packages: it may run on Node 20.
import { existsSync } from "node:fs";
import path from "node:path";
import { runChild } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { binFolder, projectRoot, runMain, StartError, serverStart } from "./lib/project.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const serverEntry = path.join(projectRoot, "src/server/main.ts");

await runMain(async () => {
  await ensureInstalled();
  const buildCode = await ensureWebBuild();
  if (buildCode !== 0) throw new StartError(`The web pages could not be built (vite ended with ${buildCode}).`);

  process.chdir(projectRoot);
  if (Number(process.versions.node.split(".")[0]) >= 24) {
    await import(serverEntry);
    return;
  }
  const node = path.join(binFolder, "node");
  if (!existsSync(node)) {
    throw new StartError(
      `Node ${process.versions.node} is too old and this platform has no packaged one. Install Node.js 24 from https://nodejs.org.`,
    );
  }
  const { flags, env } = serverStart();
  const { code } = await runChild(node, [...flags, serverEntry, ...process.argv.slice(2)], { env });
  process.exit(code);
});
