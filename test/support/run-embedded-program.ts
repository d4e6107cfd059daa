import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

export interface EmbeddedProgram {
  readonly child: ChildProcess;
  readonly messages: string[];
  readonly connectionString: string;
  readonly clusterDir: string;
  /** Ends the program if it still runs, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a program process on `dataDir` and waits until its database runs. Rejects with the program's message. */
export async function runEmbeddedProgram(dataDir: string, embeddedFolder?: string): Promise<EmbeddedProgram> {
  const child = spawnEmbeddedProgram(dataDir, embeddedFolder);
  const messages: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { message, error, connectionString, clusterDir } = JSON.parse(line) as Record<string, string>;
    if (message !== undefined) messages.push(message);
    if (error !== undefined) throw new Error(error);
    if (connectionString === undefined || clusterDir === undefined) continue;
    const end = async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    };
    return { child, messages, connectionString, clusterDir, end };
  }
  throw new Error("the program ended without output");
}

/** Starts the program without waiting. */
export function spawnEmbeddedProgram(dataDir: string, embeddedFolder?: string) {
  const script = path.join(import.meta.dirname, "embedded-program.ts");
  const args = embeddedFolder === undefined ? [script, dataDir] : [script, dataDir, embeddedFolder];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}
