import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isServerOf, readPostmasterFile } from "#server/platform/db/embedded/postmaster-file.ts";
import { isAlive } from "#server/platform/db/embedded/process-alive.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";

/** Followed by the process id of the test run. */
export const testFolderPrefix = "arrival-desk-test-";

/** Stops and removes servers left behind by killed test runs. Never fails: another user's folder stays. */
export async function removeAbandonedServers(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(testFolderPrefix));
  for (const name of folders) {
    const owner = Number(name.slice(testFolderPrefix.length).split("-")[0]);
    if (isAlive(owner)) continue;
    await remove(path.join(tmpdir(), name)).catch((error: unknown) => {
      process.stderr.write(`${name} could not be removed: ${error}\n`);
    });
  }
}

async function remove(folder: string): Promise<void> {
  const cluster = path.join(folder, "data/postgres/cluster");
  const server = await readPostmasterFile(cluster);
  if (server !== undefined && (await isServerOf(cluster, server.pid))) {
    process.kill(server.pid, "SIGQUIT");
    await waitUntil(async () => ((await isServerOf(cluster, server.pid)) ? undefined : true), 5_000);
  }
  await rm(folder, { recursive: true, force: true });
}
