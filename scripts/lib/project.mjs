import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, wherever the command was started. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const binFolder = path.join(projectRoot, "node_modules/.bin");

/** Our environment with node_modules/.bin first: the installed Node 24 lives there, the system's may be older. */
export function projectEnvironment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${binFolder}${path.delimiter}${process.env.PATH ?? ""}` };
}

/** How `npm run serve` starts the program: what it tells Node and sets for it, e.g. how much memory to use. */
export function serverStart() {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const words = scripts.serve.split(" ");
  const flags = words.filter((word) => word.startsWith("--"));
  const env = Object.fromEntries(words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split("=", 2)));
  return { flags, env };
}

/** Ends the process with a message for people instead of a stack. */
export class StartError extends Error {}

/** Runs `main`; a StartError is printed as its message, everything else with its stack. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof StartError ? `\n${error.message}` : error);
    process.exit(1);
  }
}
