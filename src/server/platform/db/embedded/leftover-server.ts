import { rm } from "node:fs/promises";
import type { EmbeddedLog, EmbeddedServer } from "./embedded-server.ts";
import { acquireOwnership, DataFolderHeldError, type Ownership } from "./ownership.ts";
import { isServerOf, postmasterFileOf, readLockFile, readPostmasterFile, socketLockOf } from "./postmaster-file.ts";
import { waitUntil } from "./wait-until.ts";

const wrongPassword = "28P01";
const startingUpOrShuttingDown = "57P03";
const stopLimitMs = 30_000;

/**
 * Stops a server that a killed program left running, and removes the lock files of one that has ended.
 * Throws `DataFolderHeldError` when its program is still running.
 */
export async function stopLeftoverServer(server: EmbeddedServer, log: EmbeddedLog): Promise<void> {
  const socketLock = socketLockOf(server.socketDir);
  const file = (await readPostmasterFile(server.clusterDir)) ?? (await readLockFile(socketLock));
  if (file === undefined) return;
  const isOurs = await isServerOf(server.clusterDir, file.pid);
  const { ownership, isListening } = await askForOwnership(server);
  if (!isOurs && isListening) {
    await ownership?.release();
    // The process runs in another container and can't be stopped from here.
    throw new DataFolderHeldError(server.dataDir, "its PostgreSQL runs in another container");
  }
  if (!isOurs) {
    // PostgreSQL refuses to start while another program of its account has the process id in one of them.
    for (const lock of [postmasterFileOf(server.clusterDir), socketLock]) {
      const holder = await readLockFile(lock);
      // A program that starts at this moment may have made new ones.
      if (holder !== undefined && !(await isServerOf(server.clusterDir, holder.pid))) await rm(lock, { force: true });
    }
    return;
  }

  log.warn(
    { pid: file.pid, dataDir: server.dataDir },
    "stopping the PostgreSQL server that a killed program left running",
  );
  const hasEnded = async () => ((await isServerOf(server.clusterDir, file.pid)) ? undefined : true);
  signal(file.pid, "SIGINT");
  if ((await waitUntil(hasEnded, stopLimitMs)) === undefined) {
    signal(file.pid, "SIGQUIT");
    await waitUntil(hasEnded, stopLimitMs);
  }
  await ownership?.release();
}

interface Answer {
  /** The lock, if the server gave it. */
  ownership?: Ownership;
  /** False only when it is certain that no server uses the socket. */
  isListening: boolean;
}

/** Waits while a server is starting or stopping. */
async function askForOwnership(server: EmbeddedServer): Promise<Answer> {
  const answer = await waitUntil<Answer>(async () => {
    try {
      return { ownership: await acquireOwnership(server), isListening: true };
    } catch (error) {
      const { code } = error as { code?: string };
      if (error instanceof DataFolderHeldError || code === wrongPassword) throw error;
      if (code === startingUpOrShuttingDown) return undefined;
      return { isListening: code !== "ECONNREFUSED" && code !== "ENOENT" };
    }
  }, stopLimitMs);
  return answer ?? { isListening: true };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // ESRCH: it has already ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
