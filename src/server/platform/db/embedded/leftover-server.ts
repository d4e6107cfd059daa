import { rm } from "node:fs/promises";
import type { EmbeddedLog, EmbeddedServer } from "./embedded-server.ts";
import { acquireOwnership, DataFolderHeldError, type Ownership } from "./ownership.ts";
import { isServerOf, postmasterFileOf, readPostmasterFile } from "./postmaster-file.ts";
import { waitUntil } from "./wait-until.ts";

const startingUpOrShuttingDown = "57P03";
const stopLimitMs = 30_000;

/**
 * Stops a server that a killed program left running, if there is one.
 * Throws `DataFolderHeldError` when its program is still running.
 */
export async function stopLeftoverServer(server: EmbeddedServer, log: EmbeddedLog): Promise<void> {
  const file = await readPostmasterFile(server.clusterDir);
  if (file === undefined) return;
  const isOurs = await isServerOf(server.clusterDir, file.pid);
  const ownership = await askForOwnership(server);
  if (!isOurs && ownership !== undefined) {
    await ownership.release();
    // The socket answers, but the process runs in another container and can't be stopped from here.
    throw new DataFolderHeldError(server.dataDir, "its PostgreSQL runs in another container");
  }
  if (!isOurs) {
    // The process id was reused by another program; PostgreSQL would refuse to start because of it.
    await rm(postmasterFileOf(server.clusterDir), { force: true });
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

/** The lock, or undefined when no server answers on the socket. Waits while a server is starting or stopping. */
async function askForOwnership(server: EmbeddedServer): Promise<Ownership | undefined> {
  const answer = await waitUntil<{ ownership: Ownership | undefined }>(async () => {
    try {
      return { ownership: await acquireOwnership(server) };
    } catch (error) {
      if (error instanceof DataFolderHeldError) throw error;
      const code = (error as { code?: string }).code;
      return code === startingUpOrShuttingDown ? undefined : { ownership: undefined };
    }
  }, stopLimitMs);
  return answer?.ownership;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // ESRCH: it has already ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
