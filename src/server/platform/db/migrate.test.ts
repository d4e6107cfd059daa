import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBlankDatabase, createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createBlankDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Writes a folder as Drizzle Kit does; the key is the migration's time. */
async function writeMigrations(files: Record<number, string>): Promise<void> {
  await mkdir(path.join(folder, "meta"), { recursive: true });
  const entries = Object.keys(files).map((when, idx) => ({
    idx,
    when: Number(when),
    tag: `m${when}`,
    breakpoints: true,
  }));
  await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  for (const [when, text] of Object.entries(files)) await writeFile(path.join(folder, `m${when}.sql`), text);
}

it("runs every migration once when two processes start at the same moment", async () => {
  await writeMigrations({ 10: "create table a (id int);\n--> statement-breakpoint\ncreate table b (id int);" });
  const counts = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { folder })));
  expect(counts.toSorted()).toEqual([0, 0, 1]);
});

it("runs a merged migration that is dated before the last one", async () => {
  await writeMigrations({ 10: "create table a (id int)", 30: "create table c (id int)" });
  await migrate(database.pool, { folder });
  await writeMigrations({ 10: "", 20: "create table b (id int)", 30: "" });
  expect(await migrate(database.pool, { folder })).toBe(1);
  expect((await database.pool.query("select to_regclass('b') is not null as there")).rows).toEqual([{ there: true }]);
});

it("refuses a database that a newer program has used", async () => {
  await writeMigrations({ 10: "create table a (id int)", 20: "create table b (id int)" });
  await migrate(database.pool, { folder });
  await writeMigrations({ 10: "create table a (id int)" });
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/used by a newer Arrival Desk/);
});

it("refuses a database from before the baseline with a message that says what to do, and changes nothing", async () => {
  // The first migration of the development before 0.1.0.
  await writeMigrations({ 1795179282023: "create table orders (id int)" });
  await migrate(database.pool, { folder });
  await expect(migrate(database.pool)).rejects.toThrow(
    /^The database was made by a development version from before 0\.1\.0.* set DATA_DIR to a new folder, or DATABASE_URL/,
  );
  const { rows } = await database.pool.query("select relname from pg_class where relname in ('orders', 'members')");
  expect(rows).toEqual([{ relname: "orders" }]);
});

it("rolls back a migration that fails halfway, and runs it again once corrected", async () => {
  await writeMigrations({ 10: "create table a (id int);\n--> statement-breakpoint\nselect 1/0" });
  await expect(migrate(database.pool, { folder })).rejects.toMatchObject({ code: "22012" });
  await writeMigrations({ 10: "create table a (id int)" });
  expect(await migrate(database.pool, { folder })).toBe(1);
});

it("finds no pending migration in the tests' template", async () => {
  const copy = await createTestDatabase();
  expect(await migrate(copy.pool)).toBe(0);
  await copy.drop();
});
