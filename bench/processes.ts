import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import manifest from "../package.json" with { type: "json" };

export interface BenchServer {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** Node flags and environment. */
export interface ServerStart {
  flags: string[];
  env: Record<string, string>;
}

/** Starts a script, given by its path from this folder, in its own process; waits until it prints its address. */
export async function startServer(
  script: string,
  argument: string | null,
  { flags, env }: ServerStart = { flags: [], env: {} },
): Promise<BenchServer> {
  const file = path.resolve(import.meta.dirname, script);
  const nothing = openSync(devNull, "w");
  const child: ChildProcess = spawn(process.execPath, [...flags, file, ...(argument === null ? [] : [argument])], {
    // Programs started by the tests' scripts log to descriptor 3. "ignore" would leave it closed, and end them.
    stdio: ["ignore", "pipe", "inherit", nothing],
    env: { ...process.env, ...env },
  });
  closeSync(nothing);
  if (child.stdout === null) throw new Error("no output to read from");
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /https?:\/\/[\w.:[\]-]+/.exec(line) ?? [];
    if (address === undefined) continue;
    // Its log: nobody reads it, and a full pipe would stop the program.
    child.stdout.resume();
    return {
      address,
      pid: child.pid ?? 0,
      stop: async () => {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error(`${script} ended without a word`);
}

/** The command of `npm run serve`. */
export function serverStart(): ServerStart {
  const words = manifest.scripts.serve.split(" ");
  const settings = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split("=", 2));
  return { flags: words.filter((word) => word.startsWith("--")), env: Object.fromEntries(settings) };
}
