import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ClientBase, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { listSequences, listTables, quoted } from "./catalog.ts";
import type { Manifest, SequenceValue, TablePart } from "./manifest.ts";

type DatabasePart = Pick<Manifest, "migrations" | "jobsVersion" | "partitionedQueues" | "tables" | "sequences">;

/**
 * Writes every table to `folder`/tables as gzipped COPY text from one snapshot, while the program keeps running.
 * `alongside` runs within the snapshot's transaction (it copies the stored files).
 */
export async function dumpDatabase(
  client: ClientBase,
  folder: string,
  alongside: () => Promise<void>,
): Promise<DatabasePart> {
  await mkdir(path.join(folder, "tables"), { mode: 0o700 });
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  const names = await listTables(client);
  if (names.length === 0) throw new Error("The database is empty: there is nothing to back up.");
  const tables: TablePart[] = [];
  for (const table of names) tables.push(await dumpTable(client, table, folder));
  const part = {
    migrations: await readNumbers(client, "drizzle.__drizzle_migrations", "created_at"),
    jobsVersion: (await readNumbers(client, "pgboss.version", "version"))[0] ?? null,
    partitionedQueues: await readPartitionedQueues(client),
    tables,
    sequences: await readSequences(client),
  };
  await alongside();
  await client.query("commit");
  return part;
}

async function dumpTable(
  client: ClientBase,
  table: { schema: string; name: string; columns: string[] },
  folder: string,
): Promise<TablePart> {
  const part = path.posix.join("tables", `${table.schema}.${table.name}.copy.gz`);
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(", ");
  // A query, because COPY refuses the name of a partitioned table.
  const source = client.query(copyTo(`copy (select ${columns} from ${quoted(table)}) to stdout`));
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(path.join(folder, part), { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, createGzip({ level: 4 }), hashing, file);
  return { ...table, path: part, sha256: hash.digest("hex"), rows: source.rowCount };
}

async function readSequences(client: ClientBase): Promise<SequenceValue[]> {
  const values: SequenceValue[] = [];
  for (const sequence of await listSequences(client)) {
    const result = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(sequence)}`,
    );
    for (const row of result.rows) values.push({ ...sequence, ...row });
  }
  return values;
}

async function readPartitionedQueues(client: ClientBase): Promise<Manifest["partitionedQueues"]> {
  if (!(await exists(client, "pgboss.queue"))) return [];
  const result = await client.query<{ name: string; policy: string }>(
    "select name, policy from pgboss.queue where partition",
  );
  return result.rows;
}

async function readNumbers(client: ClientBase, table: string, column: string): Promise<number[]> {
  if (!(await exists(client, table))) return [];
  const result = await client.query<{ value: string }>(`select ${column}::text as value from ${table} order by 1`);
  return result.rows.map((row) => Number(row.value));
}

async function exists(client: ClientBase, table: string): Promise<boolean> {
  const result = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [table]);
  return result.rows[0]?.found === true;
}
