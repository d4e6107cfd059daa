import { Client, type ClientBase, type Pool } from "pg";

/** The tables of the data set. */
const TABLES = [
  "orders",
  "order_search",
  "order_events",
  "order_event_payloads",
  "documents",
  "mails",
  "remarks",
  "downloads",
];
/** Indexes built in parallel: one per core of the smallest machine used. */
const BUILDERS = 2;

interface Definition {
  name: string;
  relation: string;
  definition: string;
}

/**
 * Fills empty tables like a restore: indexes, foreign keys and counting triggers are dropped and created again afterwards.
 * The kept counts are then computed once by the nightly check.
 */
export async function withBareTables(pool: Pool, fill: () => Promise<void>): Promise<void> {
  const keys = await definitions(
    pool,
    `select conname as name, conrelid::regclass::text as relation, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
  );
  const indexes = await definitions(
    pool,
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as relation,
       concat(pg_get_indexdef(i.indexrelid), (
         select string_agg(format('; alter index %s alter %s set statistics %s', a.attrelid::regclass, attnum, attstattarget), '')
         from pg_attribute a where a.attrelid = i.indexrelid and attstattarget >= 0)) as definition
     from pg_index i where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indexrelid::regclass::text in ('order_search_trigrams', 'order_search_grams') desc`,
  );
  for (const { relation, name } of keys) await pool.query(`alter table ${relation} drop constraint ${name}`);
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query("alter table orders disable trigger user");
  await fill();
  await pool.query("alter table orders enable trigger user");
  const waiting = [...indexes];
  await Promise.all(
    Array.from({ length: BUILDERS }, () => withoutTimeouts(pool, (client) => buildAll(client, waiting))),
  );
  await withoutTimeouts(pool, async (client) => {
    for (const { relation, name, definition } of keys) {
      await client.query(`alter table ${relation} add constraint ${name} ${definition}`);
    }
    await client.query("select prove_order_tallies()");
    await client.query("select fold_order_tallies()");
    await client.query("vacuum analyze");
  });
}

async function buildAll(client: ClientBase, waiting: Definition[]): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next.definition);
}

async function definitions(pool: Pool, query: string): Promise<Definition[]> {
  return (await pool.query<Definition>(query, [TABLES])).rows;
}

/** A connection with memory for large sorts and no timeouts: pg's own, because the program's cuts a change after 35 s. */
export async function withoutTimeouts(pool: Pool, work: (client: ClientBase) => Promise<void>): Promise<void> {
  const { connectionString } = pool.options;
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      "set timezone = 'UTC'; set statement_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off",
    );
    await work(client);
  } finally {
    await client.end();
  }
}
