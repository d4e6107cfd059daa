import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type ClientBase, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { RESTORE_MARK } from "#server/platform/files/unfinished-restore.ts";
import { hasTables, listForeignKeys, listTables, quoted } from "./catalog.ts";
import { findMissingFiles, keysOf } from "./file-rows.ts";
import type { Manifest } from "./manifest.ts";
import { rebuildSchema, removeEverything } from "./schema-rebuild.ts";

export interface LoadOptions {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Removes existing data. */
  readonly replace: boolean;
  /** Restores rows whose file is not in the backup. */
  readonly allowMissingFiles: boolean;
  /** Stored in the database for `settleRestore`; null if not needed. */
  readonly mark: string | null;
}

export interface OrderIds {
  nextOrderId: number;
  leftOut: number;
}

/**
 * Restores a verified backup in one transaction. Needs no superuser: foreign keys are dropped and created again, which
 * validates all rows, and the tables' triggers (the history guard) are disabled meanwhile.
 * Throws when the database is not empty and `replace` is not set.
 */
export async function loadDatabase(client: ClientBase, options: LoadOptions): Promise<OrderIds> {
  const { folder, manifest } = options;
  let orderIds: OrderIds;
  await client.query("begin");
  try {
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const lastReplaced = await lastOrderId(client);
    if (await hasTables(client)) {
      if (!options.replace) {
        throw new Error("The database is not empty. Add --replace to remove everything in it and restore the backup.");
      }
      await removeEverything(client);
    }
    await rebuildSchema(client, manifest);

    const tables = await listTables(client);
    const foreignKeys = await listForeignKeys(client);
    for (const key of foreignKeys) {
      await client.query(`alter table ${quoted(key)} drop constraint ${escapeIdentifier(key.constraint)}`);
    }
    for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
    // Migrations and pg-boss insert initial rows into some tables.
    await client.query(`truncate ${tables.map(quoted).join(", ")}`);
    for (const table of manifest.tables) await loadTable(client, table, folder);
    for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
    for (const key of foreignKeys) {
      const constraint = escapeIdentifier(key.constraint);
      await client.query(`alter table ${quoted(key)} add constraint ${constraint} ${key.definition}`);
    }
    for (const sequence of manifest.sequences) {
      await client.query("select setval($1::regclass, $2, $3)", [
        quoted(sequence),
        sequence.lastValue,
        sequence.isCalled,
      ]);
    }
    await requireFiles(client, options);
    await cancelStatusMails(client);
    orderIds = await leaveOutOrderIds(client, lastReplaced, manifest.createdAt);
    if (options.mark !== null) {
      await client.query(
        "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
        [RESTORE_MARK, options.mark],
      );
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  await client.query("analyze");
  return orderIds;
}

/** A backup from before missing files were refused may lack them all. */
async function requireFiles(client: ClientBase, { manifest, allowMissingFiles }: LoadOptions): Promise<void> {
  const { count, of, first } = await findMissingFiles(client, keysOf(manifest.files));
  if (allowMissingFiles || count <= manifest.missingFiles) return;
  throw new Error(
    `The backup lacks ${count} of ${of} stored files, such as ${first}: it was made without the STORAGE_URL or the ` +
      "DATA_DIR of the program. Restore another backup, or add --allow-missing-files to restore it without them.",
  );
}

/** The database that was backed up may have sent them since. */
async function cancelStatusMails(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('status_mails') is not null as exists");
  if (rows[0]?.exists) await client.query("update status_mails set due_at = null where due_at is not null");
}

const DAY_MS = 86_400_000;
/** Estimates the orders since the backup as twice the daily average of its last month. */
const RATE_DAYS = 30;
const CAUTION = 2;
const MIN_LEFT_OUT = 1000;

/**
 * Continues order ids after those assigned since the backup: customers have them in mails, and an id must never open
 * another person's order. Only the replaced database, if there is one, knows the last id.
 */
async function leaveOutOrderIds(client: ClientBase, lastReplaced: number, createdAt: string): Promise<OrderIds> {
  const backedUpAt = new Date(createdAt);
  const { rows } = await client.query<{ recent: number }>(
    "select count(*)::int as recent from orders where created_at > $1::timestamptz - make_interval(days => $2)",
    [backedUpAt, RATE_DAYS],
  );
  const days = Math.max(0, Date.now() - backedUpAt.getTime()) / DAY_MS;
  const expected = ((rows[0]?.recent ?? 0) / RATE_DAYS) * days * CAUTION;
  const last = await lastOrderId(client);
  const nextOrderId = Math.max(last + MIN_LEFT_OUT + Math.ceil(expected), lastReplaced + MIN_LEFT_OUT) + 1;
  await client.query("select setval('orders_id_seq', $1, false)", [nextOrderId]);
  return { nextOrderId, leftOut: nextOrderId - last - 1 };
}

/** The highest id ever assigned in this database; 0 without orders. */
async function lastOrderId(client: ClientBase): Promise<number> {
  const found = await client.query(
    "select from pg_sequences where schemaname = 'public' and sequencename = 'orders_id_seq'",
  );
  if (found.rowCount === 0) return 0;
  const { rows } = await client.query<{ last: string }>(
    `select greatest((select case when is_called then last_value else last_value - 1 end from orders_id_seq),
                     (select max(id) from orders))::text as last`,
  );
  return Number(rows[0]?.last ?? 0);
}

async function loadTable(client: ClientBase, table: Manifest["tables"][number], folder: string): Promise<void> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(", ");
  const target = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(path.join(folder, table.path)), createGunzip(), target);
  if (target.rowCount !== table.rows) {
    throw new Error(`${table.schema}.${table.name}: ${target.rowCount} rows restored, ${table.rows} expected.`);
  }
}
