import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { ChildOptions } from "./child-program.ts";
import { keepLogOf } from "./log-capture.ts";

export interface ChildProgram {
  address: string;
  /** Sends the signal and waits until it has ended. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** Starts the program in its own process and waits until it listens. `variables` are for the process itself. */
export async function runChildProgram(
  options: ChildOptions,
  variables: Record<string, string> = {},
): Promise<ChildProgram> {
  const script = path.join(import.meta.dirname, "child-program.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  keepLogOf(child);
  for await (const address of createInterface({ input: child.stdio[1] as Readable })) {
    return {
      address,
      end: async (signal) => {
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      },
    };
  }
  throw new Error("the program ended without output");
}
