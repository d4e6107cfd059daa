import { readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { isAlive } from "./process-alive.ts";

/** What a running server writes into postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  /** "starting", "ready", "stopping"; empty while the file is being written. */
  readonly status: string;
}

/** Path of the file that says which process runs `clusterDir`. */
export function postmasterFileOf(clusterDir: string): string {
  return path.join(clusterDir, "postmaster.pid");
}

/** Reads postmaster.pid; undefined when there is none. Line 1 is the process, line 8 its state. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterFileOf(clusterDir), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), status: lines[7]?.trim() ?? "" };
}

/**
 * True when process `pid` is alive and a server of this very cluster. A number alone proves nothing: after a
 * reboot or in a new container it may be anybody's, and a copied folder brings the original's file along.
 */
export async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  // PostgreSQL works inside its data folder.
  return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === clusterDir;
}
