import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runStep } from "./child.mjs";
import { contentHash } from "./content-hash.mjs";
import { binFolder, projectRoot } from "./project.mjs";

const stampFile = path.join(projectRoot, "dist/.build-stamp");
const output = path.join(projectRoot, "dist/web");
const inputs = [
  "src/web",
  "src/contract",
  "public",
  "index.html",
  "visitor.html",
  "vite.config.ts",
  "scripts/compress-files.ts",
  "package.json",
  "package-lock.json",
];

/** Builds the browser's files into dist/web unless they are up to date. Returns vite's exit code, 0 when none ran. */
export async function ensureWebBuild() {
  const wanted = contentHash(inputs, (name) => !/\.test\.tsx?$/.test(name));
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return 0;
  console.log("Building the web pages.");
  // A build that is cut off must not look finished.
  rmSync(stampFile, { force: true });
  const code = await runStep(path.join(binFolder, "vite"), ["build", "--logLevel", "warn"]);
  if (code !== 0) return code;
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
  return 0;
}
