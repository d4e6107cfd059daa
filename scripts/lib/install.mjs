import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runStep } from "./child.mjs";
import { withProgress } from "./progress.mjs";
import { projectRoot, StartError, StoppedError } from "./project.mjs";

const lockFile = path.join(projectRoot, "package-lock.json");
/** npm writes this file at the end of a complete install. */
const installedLockFile = path.join(projectRoot, "node_modules/.package-lock.json");
const stampFile = path.join(projectRoot, "node_modules/.arrival-desk-install");

/** Runs `npm ci` unless node_modules already matches package-lock.json. Throws StartError when npm fails. */
export async function ensureInstalled() {
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return;
  if (!isInstalled()) await install();
  try {
    writeFileSync(stampFile, wanted);
  } catch {
    // A read-only installation (made by root, started by another user) is compared at each start.
  }
}

/** Also accepts a developer's own `npm install`. Optional packages of other platforms are not installed. */
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
  const runNpm = () => runStep("npm", ["ci", "--no-audit", "--no-fund"]);
  const code = await withProgress("Installing packages (npm ci), once, in about half a minute", runNpm).catch(
    (error) => {
      if (error instanceof StoppedError) throw error;
      throw new StartError(
        `npm could not be run (${error.message}). Install Node.js 24 with npm from https://nodejs.org.`,
      );
    },
  );
  if (code !== 0) {
    throw new StartError(
      `The packages could not be installed (npm ci ended with ${code}; its message above says why).\nThe first start downloads them: without a network connection, or behind a proxy npm does not know, it cannot.`,
    );
  }
}
