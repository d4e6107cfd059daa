import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, wherever the command was started. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const binFolder = path.join(projectRoot, "node_modules/.bin");

/** The environment with node_modules/.bin first in PATH: it has Node 24, while the system's Node may be older. */
export function projectEnvironment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${binFolder}${path.delimiter}${process.env.PATH ?? ""}` };
}

/** Node flags and environment of `npm run serve`, e.g. the memory limit. */
export function serverStart() {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const words = scripts.serve.split(" ");
  const flags = words.filter((word) => word.startsWith("--"));
  const env = Object.fromEntries(words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split("=", 2)));
  return { flags, env };
}

/** Ends the process with its message instead of a stack trace. */
export class StartError extends Error {}

/** Thrown after a signal: clean up and end. */
export class StoppedError extends Error {
  constructor(code) {
    super("stopped by a signal");
    this.exitCode = code === 0 ? 143 : code;
  }
}

/** Runs `main`; prints only the message of a StartError, but the stack trace of any other error. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (error instanceof StoppedError) process.exit(error.exitCode);
    console.error(error instanceof StartError ? `\n${error.message}` : error);
    process.exit(1);
  }
}
