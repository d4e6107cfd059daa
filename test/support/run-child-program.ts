import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { ChildOptions } from "./child-program.ts";

export interface ChildProgram {
  address: string;
  /** Ends it with the signal and waits for its end. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** Starts the program in a real process of its own and waits until it listens. */
export async function runChildProgram(options: ChildOptions): Promise<ChildProgram> {
  const script = path.join(import.meta.dirname, "child-program.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const address of createInterface({ input: child.stdout })) {
    return {
      address,
      end: async (signal) => {
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      },
    };
  }
  throw new Error("the program ended without a word");
}
