import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type ClientBase, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { hasTables, listForeignKeys, listTables, quoted } from "./catalog.ts";
import type { Manifest } from "./manifest.ts";
import { rebuildSchema, removeEverything } from "./schema-rebuild.ts";

export interface LoadOptions {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Removes what the database holds. */
  readonly replace: boolean;
}

/**
 * Restores a verified backup in one transaction. Needs no superuser: foreign keys are dropped and made again, which
 * checks them over all rows, and the tables' own triggers (the history guard) rest meanwhile.
 * Throws when the database is not empty and `replace` is not set.
 */
export async function loadDatabase(client: ClientBase, options: LoadOptions): Promise<void> {
  const { folder, manifest } = options;
  await client.query("begin");
  try {
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
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
    // Migrations and pg-boss put first rows into some tables.
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
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  await client.query("analyze");
}

async function loadTable(client: ClientBase, table: Manifest["tables"][number], folder: string): Promise<void> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(", ");
  const target = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(path.join(folder, table.path)), createGunzip(), target);
  if (target.rowCount !== table.rows) {
    throw new Error(`${table.schema}.${table.name}: ${target.rowCount} rows restored, ${table.rows} expected.`);
  }
}
