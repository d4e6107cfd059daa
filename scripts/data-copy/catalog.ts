import { type ClientBase, escapeIdentifier } from "pg";

/** The program's database schemas. */
export const schemas = ["public", "drizzle", "pgboss"];

/**
 * Not copied: pg-boss's statistics (one partition per day, created as needed) and its queue of schema changes, which a
 * newly created schema already contains.
 */
const skipped = ["pgboss.queue_stats", "pgboss.bam"];

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

export interface ForeignKey extends TableName {
  readonly constraint: string;
  readonly definition: string;
}

/** "schema"."name" for SQL. */
export function quoted(table: TableName): string {
  return `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`;
}

/** Tables with their columns; a partitioned table counts as one. Excludes extensions' tables and generated columns. */
export async function listTables(client: ClientBase): Promise<(TableName & { columns: string[] })[]> {
  const result = await client.query<TableName & { columns: string[] }>(
    `select n.nspname as schema, c.relname as name,
            array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname || '.' || c.relname <> all($2)
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by n.nspname, c.relname order by 1, 2`,
    [schemas, skipped],
  );
  return result.rows;
}

/** Sequences, including those of serial and identity columns. */
export async function listSequences(client: ClientBase): Promise<TableName[]> {
  const result = await client.query<TableName>(
    "select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2",
    [schemas],
  );
  return result.rows;
}

/** Declared foreign keys, without those inherited by partitions. */
export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const result = await client.query<ForeignKey>(
    `select n.nspname as schema, c.relname as name, k.conname as constraint,
            pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`,
    [schemas],
  );
  return result.rows;
}

/** True when the database contains tables of the program. */
export async function hasTables(client: ClientBase): Promise<boolean> {
  return (await listTables(client)).length > 0;
}
