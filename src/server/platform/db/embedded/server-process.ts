import { spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { type EmbeddedServer, serverEnvironment } from "./embedded-server.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { serverArguments } from "./server-settings.ts";
import { waitUntil } from "./wait-until.ts";

/** A server that accepts connections. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves with the reason when the process has ended. */
  readonly exited: Promise<string>;
  /** Fast shutdown: closes connections, writes a checkpoint and waits for the process to end. May be called twice. */
  stop(): Promise<void>;
}

/** Crash recovery replays at most max_wal_size (512 MB), which takes well under 5 minutes on a slow disk. */
const recoveryLimitMs = 5 * 60_000;
/** After this time the server is stopped without a checkpoint; nothing is lost, the next start recovers. */
const fastStopLimitMs = 6_000;
const logSizeLimit = 5 * 1024 * 1024;

/** Starts the server and waits until it accepts connections. Throws an error with the end of its log when it does not. */
export async function startServerProcess(server: EmbeddedServer): Promise<ServerProcess> {
  const logStart = await rotateLog(server.logFile);
  const logHandle = await open(server.logFile, "a", 0o600);
  // detached: Ctrl-C reaches only the program, which drains requests and jobs and stops its server last.
  const child = spawn(path.join(server.binaries.root, "bin/postgres"), serverArguments(server), {
    cwd: server.home,
    env: serverEnvironment,
    detached: true,
    stdio: ["ignore", logHandle.fd, logHandle.fd],
    ...server.account,
  });
  await logHandle.close();

  let ending: string | undefined;
  const exited = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      ending = reason;
      resolve(reason);
    };
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  const pid = child.pid ?? 0;

  const stop = async () => {
    if (ending !== undefined) return;
    child.kill("SIGINT");
    const ended = await Promise.race([exited, waitUntil(() => ending, fastStopLimitMs, 50)]);
    if (ended === undefined) {
      child.kill("SIGQUIT");
      await exited;
    }
  };

  server.onSpawned?.();
  const outcome = await waitUntil(
    async () => {
      if (ending !== undefined) return "ended";
      const file = await readPostmasterFile(server.clusterDir);
      return file?.pid === pid && file.status === "ready" ? "ready" : undefined;
    },
    recoveryLimitMs,
    5,
  );
  if (outcome === "ready") return { pid, exited, stop };
  await stop();
  const logged = (await readFile(server.logFile, "utf8").catch(() => "")).slice(logStart).trim();
  throw new Error(`PostgreSQL in ${server.clusterDir} did not start (${ending}): ${logged.slice(-2000)}`);
}

/** Rotates a large log, keeping one old file. Returns the offset at which this run's lines begin. */
async function rotateLog(file: string): Promise<number> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size <= logSizeLimit) return size;
  await rename(file, `${file}.1`);
  return 0;
}
