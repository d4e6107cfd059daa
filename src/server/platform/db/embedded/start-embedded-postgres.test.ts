import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { type EmbeddedProgram, runEmbeddedProgram, spawnEmbeddedProgram } from "#test/support/run-embedded-program.ts";
import { createDatabase } from "../client.ts";
import { isRoot } from "./postgres-user.ts";
import { isServerOf, postmasterFileOf, readPostmasterFile, socketLockOf } from "./postmaster-file.ts";
import { isAlive } from "./process-alive.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";
import { waitUntil } from "./wait-until.ts";

const log = { info: vi.fn(), warn: vi.fn() };
/** What a test started and a failed one left running: its second try could not start on the same folder. */
const running: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  log.info.mockReset();
  log.warn.mockReset();
});
afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  running.push(server.stop);
  return server;
}

async function run(dataDir: string): Promise<EmbeddedProgram> {
  const program = await runEmbeddedProgram(dataDir);
  running.push(() => program.end("SIGTERM"));
  return program;
}

async function ask<T extends object>(connectionString: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function processOf(clusterDir: string): Promise<number> {
  return (await readPostmasterFile(clusterDir))?.pid ?? 0;
}

async function modeOf(name: string): Promise<string> {
  return ((await lstat(name)).mode & 0o777).toString(8);
}

describe("one data folder", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await makeDataFolder();
  });
  afterAll(async () => await rm(path.dirname(dataDir), { recursive: true }));

  it("creates a UTF8 cluster that only we can access, with a role that is not a superuser", async () => {
    const server = await start(dataDir);
    const [found] = await ask(
      server.connectionString,
      `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
              current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
              current_setting('autovacuum') as autovacuum, current_setting('max_connections') as connections,
              (select rolsuper from pg_roles where rolname = current_user) as super, current_database() as name
         from pg_database where datname = current_database()`,
    );
    expect(found).toEqual({
      encoding: "UTF8",
      provider: "b",
      locale: "C.UTF-8",
      addresses: "",
      fsync: "on",
      autovacuum: "on",
      connections: "100",
      super: false,
      name: "arrival_desk",
    });
    expect(await modeOf(path.join(dataDir, "postgres-password"))).toBe("600");
    expect(await modeOf(path.join(dataDir, "postgres"))).toBe("700");
    expect(await modeOf(path.join(dataDir, "postgres/run"))).toBe("700");
    const wrong = server.connectionString.replace(/:[0-9a-f]{64}@/, ":wrong@");
    await expect(ask(wrong, "select 1")).rejects.toMatchObject({ code: "28P01" });

    await ask(server.connectionString, "drop table if exists kept; create table kept as select 42 as answer");
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(await readPostmasterFile(server.clusterDir)).toBeUndefined();
  });

  it("keeps the data across starts", async () => {
    const server = await start(dataDir);
    expect(await ask(server.connectionString, "select answer from kept")).toEqual([{ answer: 42 }]);
    await server.stop();
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("takes over the server of a killed program without losing committed data", async () => {
    const program = await run(dataDir);
    await ask(program.connectionString, "update kept set answer = 43");
    const leftover = await processOf(program.clusterDir);
    await program.end("SIGKILL");
    expect(await isServerOf(program.clusterDir, leftover)).toBe(true);

    const server = await start(dataDir);
    expect(await isServerOf(program.clusterDir, leftover)).toBe(false);
    expect(await ask(server.connectionString, "select answer from kept")).toEqual([{ answer: 43 }]);
    await server.stop();
  });

  it("refuses a folder held by another program immediately, and names that program", async () => {
    const program = await run(dataDir);
    const queries = vi.spyOn(Client.prototype, "query");
    const attempt = start(dataDir);
    await expect(attempt).rejects.toThrow(`Another Arrival Desk is running on the data folder ${dataDir}`);
    await expect(attempt).rejects.toThrow(`process ${program.child.pid}`);
    // No wait of two seconds when the holder is seen running.
    const looks = queries.mock.calls.filter(([text]) => String(text).includes("pg_try_advisory_lock"));
    expect(looks).toHaveLength(1);
    expect(await ask(program.connectionString, "select answer from kept")).toEqual([{ answer: 43 }]);
    await program.end("SIGTERM");
    expect(await readPostmasterFile(program.clusterDir)).toBeUndefined();
  });

  /** As after a power cut: the locks of a killed server, whose process id another program of its account has by now. */
  async function leaveLocks(shellCommand: string): Promise<void> {
    const program = await run(dataDir);
    const { uid, gid } = await lstat(program.clusterDir);
    const socket = new URL(program.connectionString).searchParams.get("host") ?? "";
    const locks = [postmasterFileOf(program.clusterDir), socketLockOf(socket)];
    const texts = await Promise.all(locks.map((lock) => readFile(lock, "utf8")));
    const server = await processOf(program.clusterDir);
    await program.end("SIGKILL");
    process.kill(server, "SIGKILL");
    const hasEnded = async () => ((await isServerOf(program.clusterDir, server)) ? undefined : true);
    expect(await waitUntil(hasEnded, 30_000)).toBe(true);

    const owner = isRoot() ? { uid, gid } : {};
    const other = spawn("/bin/sh", ["-c", shellCommand], { cwd: "/", stdio: ["ignore", "pipe", "inherit"], ...owner });
    running.push(async () => other.kill("SIGKILL"));
    const [pid] = (await once(other.stdout, "data")) as [Buffer];
    for (const [index, lock] of locks.entries()) {
      await writeFile(lock, (texts[index] ?? "").replace(/^\d+/, String(Number(pid))));
    }
  }

  it("starts although the process id in the server's locks now belongs to another program", async () => {
    await leaveLocks("echo $$; exec sleep 600");
    const server = await start(dataDir);
    expect(await ask(server.connectionString, "select answer from kept")).toEqual([{ answer: 43 }]);
    await server.stop();
  });

  it("starts although nobody has read the exit code of the killed server", async () => {
    await leaveLocks("sleep 0.2 & echo $!; exec sleep 600");
    const server = await start(dataDir);
    expect(await ask(server.connectionString, "select answer from kept")).toEqual([{ answer: 43 }]);
    await server.stop();
  });

  it("starts although only the lock beside the socket is left", async () => {
    await leaveLocks("echo $$; exec sleep 600");
    await rm(postmasterFileOf(path.join(dataDir, "postgres/cluster")));
    const server = await start(dataDir);
    expect(await ask(server.connectionString, "select answer from kept")).toEqual([{ answer: 43 }]);
    await server.stop();
  });

  it("leaves the locks alone while somebody listens on the socket", async () => {
    await leaveLocks("echo $$; exec sleep 600");
    const socket = path.join(dataDir, "postgres/run/.s.PGSQL.5432");
    await rm(socket, { force: true });
    // As PostgreSQL answers in another container: too many connections.
    const refusal = Buffer.from("SFATAL\0VFATAL\0C53300\0Mno connection left\0\0");
    const header = Buffer.from([69, 0, 0, 0, refusal.length + 4]);
    const other = createServer((connection) =>
      connection.once("data", () => connection.end(Buffer.concat([header, refusal]))),
    );
    await once(other.listen(socket), "listening");
    await expect(start(dataDir)).rejects.toThrow(/in another container/);
    expect(await processOf(path.join(dataDir, "postgres/cluster"))).toBeGreaterThan(0);
    expect(await lstat(`${socket}.lock`)).toBeDefined();
    other.close();
    await once(other, "close");
  });

  it("a process that has ended is not running, even before its exit code is read", async () => {
    const parent = spawn("/bin/sh", ["-c", "sleep 0.2 & echo $!; exec sleep 600"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(async () => parent.kill("SIGKILL"));
    const [pid] = (await once(parent.stdout, "data")) as [Buffer];
    expect(await waitUntil(() => (isAlive(Number(pid)) ? undefined : true), 30_000)).toBe(true);
    expect(process.kill(Number(pid), 0), "its id is still taken").toBe(true);
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  });

  it("runs the server in its own process group, so that Ctrl-C reaches only the program", async () => {
    const server = await start(dataDir);
    const pid = await processOf(server.clusterDir);
    // Fields after the name in parentheses: state, parent, group.
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ");
    expect(Number(fields?.[2])).toBe(pid);
    await server.stop();
  });

  it("restarts a killed server on the same address, and the pool recovers", { tags: "long" }, async () => {
    const server = await start(dataDir);
    const database = createDatabase(server.connectionString, { log });
    await database.pool.query("update kept set answer = 44");
    process.kill(await processOf(server.clusterDir), "SIGKILL");
    const select = () => database.pool.query("select answer from kept").catch(() => undefined);
    // First the loss is detected, then the recovery.
    await waitUntil(() => (log.warn.mock.calls.length > 0 ? true : undefined), 60_000);
    expect((await waitUntil(select, 60_000, 50))?.rows).toEqual([{ answer: 44 }]);
    const isLogged = () => (log.info.mock.calls.some((call) => call[1] === "database recovered") ? true : undefined);
    expect(await waitUntil(isLogged, 60_000)).toBe(true);
    await database.close();
    await server.stop();
    expect(await readPostmasterFile(server.clusterDir)).toBeUndefined();
  });

  it("takes the lock again when its connection is cut, so that no other program can start", {
    tags: "long",
  }, async () => {
    const server = await start(dataDir);
    const url = new URL(server.connectionString);
    url.username = "postgres";
    url.password = (await readFile(path.join(dataDir, "postgres-password"), "utf8")).trim();
    url.pathname = "/postgres";
    const before = await processOf(server.clusterDir);
    await ask(url.toString(), "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'");
    const isBack = () => (log.info.mock.calls.some((call) => call[1] === "database recovered") ? true : undefined);
    expect(await waitUntil(isBack, 60_000)).toBe(true);
    expect(await processOf(server.clusterDir)).toBe(before);
    await expect(start(dataDir)).rejects.toThrow(/Another Arrival Desk/);
    await server.stop();
  });

  it("refuses a cluster of another major version", async () => {
    const file = path.join(dataDir, "postgres/cluster/PG_VERSION");
    await writeFile(file, "17\n");
    try {
      await expect(start(dataDir)).rejects.toThrow(/was created by PostgreSQL 17/);
    } finally {
      await writeFile(file, "18\n");
    }
  });

  it("names the missing file when the password file was deleted", async () => {
    await rm(path.join(dataDir, "postgres-password"), { force: true });
    await expect(start(dataDir)).rejects.toThrow(/postgres-password.*Put the file back/);
  });
});

describe("a fresh data folder", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await makeDataFolder();
    return async () => await rm(path.dirname(dataDir), { recursive: true, maxRetries: 10, retryDelay: 50 });
  });

  it("recovers when the program is killed while it creates the database", { tags: "long" }, async () => {
    const child = spawnEmbeddedProgram(dataDir);
    const home = path.join(dataDir, "postgres");
    const isDrafting = async () =>
      (await readdir(home).catch(() => [])).some((name) => /^initialising-\d+$/.test(name)) || undefined;
    expect(await waitUntil(isDrafting, 10_000, 2)).toBe(true);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    expect(await readdir(home)).not.toContain("cluster");

    const server = await start(dataDir);
    expect(await ask(server.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    expect((await readdir(home)).toSorted()).toEqual(["cluster", "run", "server.log"]);
  });

  it("lets exactly one of two programs start at the same moment", async () => {
    const results = await Promise.allSettled([run(dataDir), run(dataDir)]);
    const programs = results.filter(
      (result): result is PromiseFulfilledResult<EmbeddedProgram> => result.status === "fulfilled",
    );
    expect(programs).toHaveLength(1);
    expect(await ask(programs[0]?.value.connectionString ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
    await programs[0]?.value.end("SIGTERM");
  });

  it("works in a folder whose path is too long for a unix socket", { tags: "long" }, async () => {
    const deep = path.join(dataDir, "long".repeat(30), "folder name");
    const server = await start(deep);
    const socket = new URL(server.connectionString).searchParams.get("host") ?? "";
    expect(socket).toMatch(/^\/tmp\/arrival-desk-[0-9a-f]{12}$/);
    expect(await modeOf(socket)).toBe("700");
    expect(await ask(server.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    await rm(socket, { recursive: true });
  });
});
