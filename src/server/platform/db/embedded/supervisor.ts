import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedLog, EmbeddedServer } from "./embedded-server.ts";
import { stopLeftoverServer } from "./leftover-server.ts";
import { acquireOwnership, DataFolderHeldError, type Ownership } from "./ownership.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

/** About half a minute in total. The first pause lets the dead server's child processes detach from shared memory. */
const restartPausesMs = [50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 10_000];

/** A running server that we own and that is restarted when it dies. */
export interface Supervised {
  readonly ownership: Ownership;
  stop(): Promise<void>;
}

/**
 * Starts the server and keeps it running until `stop`. `onFailure` is called once when the server can't be restarted or
 * another process took over the data folder; the program must then end.
 */
export async function supervise(
  server: EmbeddedServer,
  log: EmbeddedLog,
  onFailure: (error: Error) => void,
): Promise<Supervised> {
  const stopping = new AbortController();
  let current: { process: ServerProcess; ownership: Ownership } = await startOwned(server, log);
  let recovery: Promise<void> = Promise.resolve();

  const watch = () => {
    const { process, ownership } = current;
    void Promise.race([
      process.exited.then((reason) => `PostgreSQL ended unexpectedly (${reason})`),
      ownership.lost.then((error) => `the lock on the data folder was lost (${error.message})`),
    ]).then((reason) => {
      if (!stopping.signal.aborted) recovery = recover(reason);
    });
  };

  const recover = async (reason: string) => {
    log.warn({ reason, dataDir: server.dataDir }, "database lost; restarting it");
    const startedAt = performance.now();
    let failure = new Error(reason);
    for (const [index, pause] of restartPausesMs.entries()) {
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        current = await restore(current.process);
        log.info({ attempts: index + 1, ms: Math.round(performance.now() - startedAt) }, "database recovered");
        watch();
        return;
      } catch (error) {
        failure = error as Error;
        if (failure instanceof DataFolderHeldError) break;
        log.warn({ attempt: index + 1, err: failure }, "database could not be restarted; trying again");
      }
    }
    if (!stopping.signal.aborted) onFailure(failure);
  };

  /** Takes the lock again if only the lock was lost; restarts the server on the same socket if it died. */
  const restore = async (process: ServerProcess) => {
    const hasEnded = await Promise.race([process.exited.then(() => true), delay(20, false)]);
    await current.ownership.release();
    if (!hasEnded) return { process, ownership: await acquireOwnership(server) };
    return await startOwned(server, log);
  };

  const stop = async () => {
    stopping.abort();
    await recovery;
    await current.ownership.release();
    await current.process.stop();
  };

  watch();
  let stopped: Promise<void> | undefined;
  return {
    ownership: current.ownership,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function startOwned(server: EmbeddedServer, log: EmbeddedLog) {
  await stopLeftoverServer(server, log);
  const process = await startServerProcess(server);
  try {
    return { process, ownership: await acquireOwnership(server) };
  } catch (error) {
    await process.stop();
    throw error;
  }
}
