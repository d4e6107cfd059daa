import { spawn } from "node:child_process";
import { chown, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type EmbeddedLog, type EmbeddedServer, serverEnvironment, superuser } from "./embedded-server.ts";
import { isAlive } from "./process-alive.ts";

const majorVersion = "18";
const draftPrefix = "initialising-";

/**
 * Creates the cluster when there is none. initdb works in a temporary folder that is renamed when it is complete, so a
 * program killed halfway leaves nothing that looks like a database.
 * Throws when initdb fails, or when the cluster was created by another major version.
 */
export async function ensureCluster(server: EmbeddedServer, log: EmbeddedLog): Promise<void> {
  await removeAbandonedDrafts(server.home);
  const version = await readFile(path.join(server.clusterDir, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) {
    const startedAt = performance.now();
    await initialise(server);
    log.info({ cluster: server.clusterDir, ms: Math.round(performance.now() - startedAt) }, "new database created");
  } else if (version.trim() !== majorVersion) {
    throw new Error(
      `The database in ${server.clusterDir} was created by PostgreSQL ${version.trim()}; this program includes ${majorVersion}. Restore a backup into an empty DATA_DIR.`,
    );
  }
}

/** The name of a temporary folder contains its program's process id; a running program may still be using it. */
async function removeAbandonedDrafts(home: string): Promise<void> {
  for (const name of (await readdir(home)).filter((each) => each.startsWith(draftPrefix))) {
    const pid = Number.parseInt(name.slice(draftPrefix.length), 10);
    if (pid !== process.pid && isAlive(pid)) continue;
    // initdb of a killed program may still be writing, so removal is retried for a second.
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  }
}

async function initialise(server: EmbeddedServer): Promise<void> {
  const draft = path.join(server.home, `${draftPrefix}${process.pid}`);
  const passwordFile = path.join(server.home, `${draftPrefix}${process.pid}.password`);
  await writeFile(passwordFile, `${server.superuserPassword}\n`, { mode: 0o600 });
  if (server.account !== undefined) await chown(passwordFile, server.account.uid, server.account.gid);
  try {
    await runInitdb(server, draft, passwordFile);
    await rename(draft, server.clusterDir).catch((error: NodeJS.ErrnoException) => {
      // Another program on this folder finished first; the advisory lock decides which one may continue.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
    const home = await open(server.home, "r");
    await home.sync();
    await home.close();
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** The builtin C.UTF-8 sorts by code point on every platform; otherwise the environment would decide. */
async function runInitdb(server: EmbeddedServer, folder: string, passwordFile: string): Promise<void> {
  const options = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--auth=scram-sha-256", `--username=${superuser}`, `--pwfile=${passwordFile}`];
  const child = spawn(path.join(server.binaries.root, "bin/initdb"), [...options, ...access, `--pgdata=${folder}`], {
    cwd: server.home,
    env: serverEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
    ...server.account,
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (code !== 0) throw new Error(`The database could not be created in ${server.home}: ${complaint.trim()}`);
}
