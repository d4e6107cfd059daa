import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

/** What `server.ts` prints when it is ready. */
export interface ServerAddresses {
  /** The program. */
  address: string;
  /** The control port: stops the database, reads mails and changes accounts. */
  control: string;
}

export interface RunningProgram extends ServerAddresses {
  stop(): Promise<void>;
}

/** Starts the program and its database in a child process that ends with ours, however ours ends. */
export async function runProgram(): Promise<RunningProgram> {
  const script = path.join(import.meta.dirname, "server.ts");
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const addresses: ServerAddresses = JSON.parse(line);
    return {
      ...addresses,
      stop: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  throw new Error(`the program of the browser tests ended before it was ready (${(await ended)[0]})`);
}
