import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import manifest from "../package.json" with { type: "json" };

export interface BenchServer {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** What Node is told, and what is set for it. */
export interface ServerStart {
  flags: string[];
  env: Record<string, string>;
}

/** Starts a script of this folder or of the tests' support in a process of its own; its first line is its address. */
export async function startServer(
  script: string,
  argument: string,
  { flags, env }: ServerStart = { flags: [], env: {} },
): Promise<BenchServer> {
  const file = path.join(import.meta.dirname, script);
  const child: ChildProcess = spawn(process.execPath, [...flags, file, argument], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  if (child.stdout === null) throw new Error("no output to read from");
  for await (const address of createInterface({ input: child.stdout })) {
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

/** How `npm run serve` starts the program. */
export function serverStart(): ServerStart {
  const words = manifest.scripts.serve.split(" ");
  const settings = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split("=", 2));
  return { flags: words.filter((word) => word.startsWith("--")), env: Object.fromEntries(settings) };
}
