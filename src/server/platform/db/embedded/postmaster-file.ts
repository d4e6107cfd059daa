import { readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { socketPort } from "./embedded-server.ts";
import { isAlive } from "./process-alive.ts";

/** Content of a running server's postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  /** "starting", "ready", "stopping"; empty while the file is being written. */
  readonly status: string;
}

/** Path of the cluster's postmaster.pid. */
export function postmasterFileOf(clusterDir: string): string {
  return path.join(clusterDir, "postmaster.pid");
}

/** Path of the lock file beside the socket: the same lines as postmaster.pid, without the last ones. */
export function socketLockOf(socketDir: string): string {
  return path.join(socketDir, `.s.PGSQL.${socketPort}.lock`);
}

/** Reads postmaster.pid; undefined when there is none. Line 1 is the process id, line 8 the status. */
export function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  return readLockFile(postmasterFileOf(clusterDir));
}

/** Reads a lock file of a server; undefined when there is none. */
export async function readLockFile(file: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), status: lines[7]?.trim() ?? "" };
}

/**
 * True when process `pid` is running and is this cluster's server. A process id alone proves nothing: after a reboot or
 * in a new container it may belong to any program, and a copied folder contains the original's file.
 */
export async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  // The server's working directory is its data folder.
  return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === clusterDir;
}
