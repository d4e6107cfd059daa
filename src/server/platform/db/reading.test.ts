/** @module-tag long */
import { rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { makeReplica, type Replica } from "#test/support/replica.ts";
import { createDatabase, type DatabaseHandle } from "./client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/start-embedded-postgres.ts";
import type { ReadingDatabase } from "./reading.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });
const SOON = { timeout: 30_000, interval: 50 };

const log = { info: vi.fn(), warn: vi.fn() };
let dataDir: string;
let main: EmbeddedPostgres;
let replica: Replica;
let database: DatabaseHandle;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  main = await startEmbeddedPostgres({ dataDir, log });
  replica = await makeReplica(dataDir);
  database = createDatabase(main.connectionString, {
    log,
    reading: { connectionString: replica.connectionString, maxLagMs: 1000, checkMs: 50 },
  });
  await database.pool.query("create table notes (id integer)");
});
afterAll(async () => {
  await database.close();
  await replica.remove();
  await main.stop();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

const isReplica = () => database.reading.source().isReplica;
const whereRead = (db: ReadingDatabase) =>
  db.execute<{ there: boolean }>(sql`select pg_is_in_recovery() as there`).then(({ rows }) => rows[0]?.there);
const countNotes = (db: ReadingDatabase) =>
  db.execute<{ count: number }>(sql`select count(*)::int as count from notes`).then(({ rows }) => rows[0]?.count);

it("reads from a replica that keeps up, and sees earlier writes", async () => {
  await expect.poll(isReplica, SOON).toBe(true);
  expect(await database.reading.read(whereRead)).toBe(true);
  await database.pool.query("insert into notes values (1)");
  await expect.poll(() => database.reading.read(countNotes), SOON).toBe(1);
});

it("can't write to the replica", async () => {
  await expect.poll(isReplica, SOON).toBe(true);
  const { pool } = database.reading.source();
  await expect(pool.query("insert into notes values (2)")).rejects.toMatchObject({ code: "25006" });
});

it("reads from the primary while the replica is too far behind, and from the replica once it has caught up", async () => {
  await expect.poll(isReplica, SOON).toBe(true);
  await replica.command("select pg_wal_replay_pause()");
  await database.pool.query("insert into notes values (3)");
  await expect.poll(isReplica, SOON).toBe(false);
  expect(await database.reading.read(countNotes)).toBe(2);
  const warning = [{ reason: "it is too far behind" }, expect.stringContaining("replica")];
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith(...warning), SOON);
  await replica.command("select pg_wal_replay_resume()");
  await expect.poll(isReplica, SOON).toBe(true);
  expect(await database.reading.read(countNotes)).toBe(2);
});

it("repeats a read on the primary when the replica fails, and uses the replica again once it is back", async () => {
  await expect.poll(isReplica, SOON).toBe(true);
  let tries = 0;
  const answer = database.reading.read(async (db) => {
    tries += 1;
    if (tries === 1) await replica.stop();
    return await whereRead(db);
  });
  expect(await answer).toBe(false);
  expect(tries).toBe(2);
  await expect.poll(isReplica, SOON).toBe(false);
  await replica.start();
  await expect.poll(isReplica, SOON).toBe(true);
});

it("does not read from a server that is no longer a replica", async () => {
  await expect.poll(isReplica, SOON).toBe(true);
  await replica.promote();
  await expect.poll(isReplica, SOON).toBe(false);
  expect(await database.reading.read(whereRead)).toBe(false);
});
