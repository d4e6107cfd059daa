import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runStep } from "./child.mjs";
import { contentHash } from "./content-hash.mjs";
import { withProgress } from "./progress.mjs";
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

/** Builds the web pages into dist/web unless they are up to date. Returns vite's exit code, 0 if it was not needed. */
export async function ensureWebBuild() {
  const wanted = contentHash(inputs, (name) => !/\.test\.tsx?$/.test(name));
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return 0;
  // An interrupted build must not look finished.
  rmSync(stampFile, { force: true });
  // Another NODE_ENV, from a developer's shell or a test run, would build pages that the server can't render.
  const env = { NODE_ENV: "production" };
  const build = () => runStep(path.join(binFolder, "vite"), ["build", "--logLevel", "warn"], { env });
  const code = await withProgress("Building the web pages", build);
  if (code !== 0) return code;
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
  return 0;
}
