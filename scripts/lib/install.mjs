import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runStep } from "./child.mjs";
import { projectRoot, StartError } from "./project.mjs";

const lockFile = path.join(projectRoot, "package-lock.json");
/** npm writes it as the last thing of a complete install. */
const installedLockFile = path.join(projectRoot, "node_modules/.package-lock.json");
const stampFile = path.join(projectRoot, "node_modules/.arrival-desk-install");

/** Runs `npm ci` unless node_modules already is what package-lock.json says. Throws StartError when npm fails. */
export async function ensureInstalled() {
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return;
  if (!isInstalled()) await install();
  try {
    writeFileSync(stampFile, wanted);
  } catch {
    // A read-only install (made by root, started by an ordinary user) is compared again at each start.
  }
}

/** A developer's own `npm install` is as good as ours. Optional packages of other platforms are not there. */
function isInstalled() {
  if (!existsSync(installedLockFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedLockFile, "utf8")).packages;
  return Object.entries(wanted).every(([name, entry]) => {
    const found = installed[name];
    if (found === undefined) return name === "" || entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

async function install() {
  console.log("Installing packages (npm ci); this takes about half a minute the first time.");
  const code = await runStep("npm", ["ci", "--no-audit", "--no-fund"]).catch((error) => {
    throw new StartError(
      `npm could not be run (${error.message}). Install Node.js 24 with npm from https://nodejs.org.`,
    );
  });
  if (code !== 0) {
    throw new StartError(
      `The packages could not be installed (npm ci ended with ${code}; its message above says why).\nThe first start downloads them: without a network connection, or behind a proxy npm does not know, it cannot.`,
    );
  }
}
