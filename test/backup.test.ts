import { hash } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBlankDatabase, createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { backupInstallation } from "../scripts/data-copy/backup-installation.ts";
import { listTables, quoted } from "../scripts/data-copy/catalog.ts";
import { FILE_ROWS } from "../scripts/data-copy/file-rows.ts";
import type { Installation } from "../scripts/data-copy/installation.ts";
import { restoreInstallation } from "../scripts/data-copy/restore-installation.ts";

let folder: string;
let backup: string;
let source: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "backup-test-"));
  backup = path.join(folder, "backup");
  source = await createTestDatabase();
  await fill(source);
  await mkdir(path.join(folder, "source/files/2026"), { recursive: true });
  await writeFile(path.join(folder, "source/files/2026/passport.pdf"), "%PDF of Zoë 王");
  await backupInstallation(installation("source", source), backup);
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

it("restores every row, sequence, trigger, constraint, job and document", async () => {
  const target = await createBlankDatabase();
  await restoreInstallation(installation("target", target), backup, { replace: false });

  const hashes = await hashTables(target.pool);
  expect(hashes).toEqual(await hashTables(source.pool));
  expect(Object.values(hashes).filter((hash) => !hash.startsWith("0 ")).length).toBeGreaterThan(5);
  expect(await readFile(path.join(folder, "target/files/2026/passport.pdf"), "utf8")).toBe("%PDF of Zoë 王");
  await expect(target.pool.query("delete from order_events")).rejects.toThrow(/insert-only/);
  await expect(target.pool.query("update orders set gateway_id = 999")).rejects.toMatchObject({ code: "23503" });
  const ids = await Promise.all(
    [source, target].map((each) => each.pool.query("select nextval('orders_id_seq') as id")),
  );
  const [given, next] = ids.map(({ rows }) => Number(rows[0]?.id));
  expect(next, "ids that were given since the backup are left out").toBeGreaterThan(1000 + (given ?? Number.NaN));

  const jobs = new PgBoss({ connectionString: target.connectionString, schedule: false, supervise: false });
  await jobs.start();
  expect(await jobs.fetch("mail")).toMatchObject([{ data: { order: 1 } }]);
  expect(await jobs.fetch("packs")).toMatchObject([{ data: { order: 2 } }]);
  await jobs.stop({ graceful: false });
  await target.drop();
});

it("refuses a database that is not empty, and replaces it with --replace", async () => {
  const target = await createTestDatabase();
  await target.pool.query("insert into gateways (name) values ('of the other')");
  const into = installation("replaced", target);
  await expect(restoreInstallation(into, backup, { replace: false })).rejects.toThrow(/not empty.*--replace/);
  expect((await target.pool.query("select name from gateways")).rows).toEqual([{ name: "of the other" }]);

  await restoreInstallation(into, backup, { replace: true });
  expect(await hashTables(target.pool)).toEqual(await hashTables(source.pool));
  await target.drop();
});

it("refuses documents that would be overwritten", async () => {
  const target = await createBlankDatabase();
  await mkdir(path.join(folder, "occupied/files"), { recursive: true });
  await writeFile(path.join(folder, "occupied/files/a.pdf"), "a");
  const attempt = restoreInstallation(installation("occupied", target), backup, { replace: false });
  await expect(attempt).rejects.toThrow(/files is not empty/);
  await target.drop();
});

it("refuses a database that the program is using", async () => {
  const target = await createBlankDatabase();
  const program = await target.pool.connect();
  await program.query("set application_name = 'arrival-desk'");
  const attempt = restoreInstallation(installation("used", target), backup, { replace: true });
  await expect(attempt).rejects.toThrow(/in use.*Stop Arrival Desk/);
  program.release(true);
  await target.drop();
});

it.each([
  [
    "a changed table",
    (copy: string) => appendFile(path.join(copy, "tables/public.orders.copy.gz"), "x"),
    /changed: tables/,
  ],
  [
    "a changed document",
    (copy: string) => writeFile(path.join(copy, "files/2026/passport.pdf"), "x"),
    /changed: files/,
  ],
  ["a missing document", (copy: string) => rm(path.join(copy, "files/2026/passport.pdf")), /passport.pdf is missing/],
  ["a changed manifest", (copy: string) => appendFile(path.join(copy, "manifest.json"), " "), /changed: manifest/],
  [
    "a backup from before the baseline of the tables",
    async (copy: string) => {
      const manifest = JSON.parse(await readFile(path.join(copy, "manifest.json"), "utf8"));
      const text = JSON.stringify({ ...manifest, migrations: [1_795_179_282_023] });
      await writeFile(path.join(copy, "manifest.json"), text);
      await writeFile(path.join(copy, "manifest.sha256"), hash("sha256", text));
    },
    /^The backup of \S+ \S+ UTC was made by a development version from before 0\.1\.0: its tables are as of 2026-11-\d\d, this program's as of \S+\. Restore it with the version that made it\.$/,
  ],
  [
    "a backup of a newer program with the same number",
    async (copy: string) => {
      const manifest = JSON.parse(await readFile(path.join(copy, "manifest.json"), "utf8"));
      const text = JSON.stringify({ ...manifest, migrations: [...manifest.migrations, Date.UTC(2090, 0, 1)] });
      await writeFile(path.join(copy, "manifest.json"), text);
      await writeFile(path.join(copy, "manifest.sha256"), hash("sha256", text));
    },
    /was made by a newer Arrival Desk: its tables are as of 2090-01-01, this program's as of 20\d\d-\d\d-\d\d\. Restore it with the version that made it\.$/,
  ],
  ["an unfinished backup", (copy: string) => rm(path.join(copy, "manifest.json")), /not a complete backup/],
])("refuses %s before it changes anything", async (_name, tamper, message) => {
  const copy = await mkdtemp(path.join(folder, "tampered-"));
  await rm(copy, { recursive: true });
  await backupInstallation(installation("source", source), copy);
  await tamper(copy);
  const target = await createBlankDatabase();
  await expect(restoreInstallation(installation("untouched", target), copy, { replace: true })).rejects.toThrow(
    message,
  );
  expect((await target.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await target.drop();
});

it("writes a backup that only its owner can read, and never overwrites another one", async () => {
  for (const part of ["manifest.json", "tables/public.orders.copy.gz"]) {
    expect(((await stat(path.join(backup, part))).mode & 0o077).toString(8)).toBe("0");
  }
  expect(((await stat(backup)).mode & 0o077).toString(8)).toBe("0");
  await expect(backupInstallation(installation("source", source), backup)).rejects.toThrow(/not empty/);
});

describe("files of the rows", () => {
  /** A database with a document, a pack, a receipt and an attachment, whose files are in the data folder `name`. */
  async function withFiles(name: string): Promise<TestDatabase> {
    const database = await createTestDatabase();
    await fill(database);
    await database.pool.query(`
      insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, sha256, storage_key, created_at)
        select min(id), 1, 'a.pdf', 'a.pdf', 'a.pdf', 'application/pdf', 1, 'x', 'documents/a', now() from orders;
      insert into defence_packs (order_id, type, created_at, chain_seq, chain_head, facts, facts_digest, storage_key, sha256, bytes, pages)
        select min(id), 1, now(), 1, 'x', '{}', 'x', 'packs/b', 'x', 1, 1 from orders;
      insert into filings (order_id, profile, reference, filed_at, recorded_at, recorded_by, facts, facts_sha256, receipt_key)
        select min(id), 'arrival-card-1', 'SL', now(), now(), 1, '{}', sha256('x'), 'receipts/c' from orders;
      insert into mails (order_id, customer_name, kind, provider, state, to_address, from_address, subject, html, text, created_at)
        select min(id), 'Zoë', 'message', 'AWS', 'sent', 'a@example.org', 'b@example.org', 'x', 'x', 'x', now() from orders;
      insert into mail_attachments (mail_id, position, name, content_type, bytes, sha256, storage_key, created_at)
        select id, 1, 'd.pdf', 'application/pdf', 1, 'x', 'attachments/d', now() from mails`);
    for (const key of KEYS) {
      await mkdir(path.join(folder, name, "files", path.dirname(key)), { recursive: true });
      await writeFile(path.join(folder, name, "files", key), key);
    }
    return database;
  }
  const KEYS = ["documents/a", "packs/b", "receipts/c", "attachments/d"];
  const target = (name: string) => path.join(folder, name);

  it("are all looked for: each column with a file is known", async () => {
    const columns = await source.pool.query<{ name: string }>(`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name ~ '(storage|receipt|file|object)_key$'
       order by 1`);
    expect(columns.rows.map(({ name }) => name)).toEqual([
      "answer_files.storage_key",
      "defence_packs.storage_key",
      "documents.storage_key",
      "filings.receipt_key",
      "mail_attachments.storage_key",
    ]);
    for (const { name } of columns.rows) {
      const [table, column] = name.split(".");
      expect(FILE_ROWS).toMatch(new RegExp(`${column}.*\\bfrom ${table}\\b`, "s"));
    }
  });

  it("are in the backup, or it fails, names the first one and the place, and leaves its folder empty", async () => {
    const database = await withFiles("whole");
    const { files } = await backupInstallation(installation("whole", database), target("of whole"));
    expect(files.map((file) => file.path).sort()).toEqual(KEYS.map((key) => `files/${key}`).sort());
    for (const key of KEYS) {
      await rm(path.join(folder, "whole/files", key));
      const attempt = backupInstallation(installation("whole", database), target("of lost"));
      await expect(attempt, key).rejects.toThrow(
        /^1 of 4 stored files are missing, such as .+ of order \d+\..*DATA_DIR/s,
      );
      expect(await readdir(target("of lost"))).toEqual([]);
      await writeFile(path.join(folder, "whole/files", key), key);
    }
    const elsewhere = backupInstallation(installation("nowhere", database), target("of nowhere"));
    await expect(elsewhere).rejects.toThrow(/^4 of 4 stored files are missing/);
    await database.drop();
  });

  it("may be known to be lost: then the backup is made, and restored", async () => {
    const database = await withFiles("lossy");
    await rm(path.join(folder, "lossy/files/packs/b"));
    const options = { allowMissingFiles: true };
    const { missingFiles } = await backupInstallation(installation("lossy", database), target("of lossy"), options);
    expect(missingFiles).toBe(1);
    const blank = await createBlankDatabase();
    await restoreInstallation(installation("restored", blank), target("of lossy"), { replace: false });
    expect((await blank.pool.query("select from defence_packs")).rowCount).toBe(1);
    await Promise.all([database.drop(), blank.drop()]);
  });

  it("that an older backup lacks are refused before anything is restored", async () => {
    const database = await withFiles("older");
    const options = { allowMissingFiles: true };
    await rm(path.join(folder, "older/files"), { recursive: true });
    await backupInstallation(installation("older", database), target("of older"), options);
    const { missingFiles: _counted, ...manifest } = JSON.parse(
      await readFile(path.join(target("of older"), "manifest.json"), "utf8"),
    );
    const text = JSON.stringify(manifest);
    await writeFile(path.join(target("of older"), "manifest.json"), text);
    await writeFile(path.join(target("of older"), "manifest.sha256"), hash("sha256", text));
    const blank = await createBlankDatabase();
    const into = installation("from older", blank);
    const attempt = restoreInstallation(into, target("of older"), { replace: false });
    await expect(attempt).rejects.toThrow(/^The backup lacks 4 of 4 stored files.*--allow-missing-files/s);
    expect((await blank.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
    await restoreInstallation(into, target("of older"), { replace: false, ...options });
    expect((await blank.pool.query("select from documents")).rowCount).toBe(1);
    await Promise.all([database.drop(), blank.drop()]);
  });

  it("a folder that an interrupted backup left is used again, one with anything else is not", async () => {
    const started = target("of started");
    await mkdir(path.join(started, "tables"), { recursive: true });
    await writeFile(path.join(started, "tables/public.orders.copy.gz"), "half");
    await expect(backupInstallation(installation("source", source), started)).rejects.toThrow(/not empty/);
    await writeFile(path.join(started, "unfinished-backup"), "");
    await backupInstallation(installation("source", source), started);
    expect((await readdir(started)).sort()).toEqual(["files", "manifest.json", "manifest.sha256", "tables"]);
    await writeFile(path.join(started, "unfinished-backup"), "");
    await expect(backupInstallation(installation("source", source), started)).rejects.toThrow(/not empty/);
  });
});

/** Rows with every kind of value, one job in a shared and one in a partitioned queue. */
async function fill(database: TestDatabase): Promise<void> {
  await database.pool.query(`
    insert into gateways (name, is_active) values ('Stripe', true);
    insert into members (name, email, email_key, role, password_hash)
      values (e'Tab\\there\\nnew line \\\\ backslash', 'a@example.org', 'a@example.org', 'Admin', 'x');
    insert into sessions values ('\\x00ff0a', 1, now(), now(), '::1', '');
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, full_name, amount, gateway_id, processing_date)
      select 'New', now(), now(), 'standard', true, 'Zoë 王 ' || n, n * 1.5, 1, date '2026-01-01' + n
        from generate_series(1, 500) n;
    insert into order_events (order_id, seq, at, type, actor_id, payload_digest, digest)
      select id, 1, now(), 'created', 1, '\\x01', '\\x02' from orders`);
  const jobs = new PgBoss({ connectionString: database.connectionString, schedule: false, supervise: false });
  await jobs.start();
  await jobs.createQueue("mail");
  await jobs.createQueue("packs", { partition: true });
  await jobs.send("mail", { order: 1 });
  await jobs.send("packs", { order: 2 });
  await jobs.stop({ graceful: false });
}

/** Number and hash of the sorted rows of every table. */
async function hashTables(pool: Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  const hashes: Record<string, string> = {};
  for (const table of await listTables(client)) {
    const result = await client.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as hash from ${quoted(table)} t`,
    );
    hashes[quoted(table)] = result.rows[0]?.hash ?? "";
  }
  client.release();
  return hashes;
}

function installation(name: string, database: TestDatabase): Installation {
  return { dataDir: path.join(folder, name), databaseUrl: database.connectionString, storage: null };
}
