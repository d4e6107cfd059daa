import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { SupervisedOptions } from "./supervised-program.ts";

export interface SupervisedChild {
  address: string;
  /** Process ids of the workers that run now. */
  workers(): number[];
  /** Replaces all workers and waits until that is done. */
  restart(): Promise<void>;
  /** Ends the supervisor with the signal and waits for its end. @returns its exit code, null after SIGKILL */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
  /** What it has said since its address, a line each. */
  said: string[];
}

/** Starts a supervisor with workers and waits until they serve. @throws Error with what it said when they don't */
export async function runSupervisedProgram(options: SupervisedOptions): Promise<SupervisedChild> {
  const script = path.join(import.meta.dirname, "supervised-program.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  const said: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    for (const look of waiting) look();
  });
  const line = (index: number) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const found = said[index];
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const address = await Promise.race([line(0), ended.then(() => "failed: without a word")]);
  if (!address.startsWith("http")) {
    child.kill("SIGKILL");
    throw new Error(address);
  }
  return {
    address,
    said,
    workers: () =>
      childrenOf(child.pid ?? 0)
        .filter(({ command }) => command.includes("main.ts"))
        .map(({ pid }) => pid),
    restart: async () => {
      const next = line(said.length);
      child.kill("SIGUSR2");
      const word = await next;
      if (word !== "restarted") throw new Error(word);
    },
    end: async (signal) => {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

function childrenOf(parent: number): { pid: number; command: string }[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).trim().split("\n");
  return lines.flatMap((text) => {
    const [, pid, ppid, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(text) ?? [];
    return Number(ppid) === parent ? [{ pid: Number(pid), command }] : [];
  });
}
