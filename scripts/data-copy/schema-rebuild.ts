import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";
import { getConstructionPlans } from "pg-boss";
import { schemaMismatch } from "#server/platform/db/migrate.ts";
import type { Manifest } from "./manifest.ts";

const migrationsFolder = path.join(import.meta.dirname, "../../migrations");

/**
 * Removes all of the program's objects from the database. Extensions' objects stay: other programs may use them.
 */
export async function removeEverything(client: ClientBase): Promise<void> {
  await client.query("drop schema if exists drizzle, pgboss cascade");
  await client.query(`
    do $$
    declare
      command text;
      commands text[];
    begin
      select array_agg(format('drop %s if exists %s cascade', kind, name) order by rank) into commands from (
        select 1 as rank, oid, oid::regclass::text as name,
               case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        union all
        -- Sequences of columns go with their tables.
        select 2, oid, oid::regclass::text, 'sequence'
          from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
           and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype in ('i', 'a'))
        union all
        select 3, oid, oid::regprocedure::text, 'routine' from pg_proc where pronamespace = 'public'::regnamespace
        union all
        select 4, oid, oid::regtype::text, 'type' from pg_type
         where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      ) object
      where not exists (select from pg_depend d where d.objid = object.oid and d.deptype = 'e');
      foreach command in array coalesce(commands, '{}') loop
        execute command;
      end loop;
    end $$`);
}

/**
 * Creates the empty tables as of the backup: the migrations up to then, and pg-boss's schema. Throws when this program
 * can't create them.
 */
export async function rebuildSchema(client: ClientBase, manifest: Manifest): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder });
  const mismatch = schemaMismatch(manifest.migrations, known);
  if (mismatch !== null) {
    const maker = mismatch === "newer" ? "a newer Arrival Desk" : "a development version from before 0.1.0";
    const tables = `its tables are as of ${newestDay(manifest.migrations)}, this program's as of ${newestDay(known.map(({ folderMillis }) => folderMillis))}`;
    throw new Error(`${nameOf(manifest)} was made by ${maker}: ${tables}. Restore it with the version that made it.`);
  }
  const wanted = known.filter((migration) => manifest.migrations.includes(migration.folderMillis));
  for (const statement of wanted.flatMap((migration) => migration.sql)) await client.query(statement);
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  if (manifest.jobsVersion !== null) await rebuildJobs(client, manifest);
}

/** By its time: several versions may have the same number. */
const nameOf = ({ createdAt }: Manifest) => `The backup of ${createdAt.slice(0, 16).replace("T", " ")} UTC`;
const newestDay = (migrations: readonly number[]) => new Date(Math.max(...migrations)).toISOString().slice(0, 10);

async function rebuildJobs(client: ClientBase, manifest: Manifest): Promise<void> {
  // The plan has its own begin and commit, but everything must run in our transaction.
  const plan = getConstructionPlans("pgboss")
    .replace(/^\s*BEGIN;/, "")
    .replace(/COMMIT;\s*$/, "");
  await client.query(plan);
  await client.query("set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  const result = await client.query<{ version: number }>("select version from pgboss.version");
  const version = result.rows[0]?.version;
  if (version !== manifest.jobsVersion) {
    throw new Error(
      `${nameOf(manifest)} has jobs of schema ${manifest.jobsVersion}, this program has ${version}. Restore it with the version that made it, then update.`,
    );
  }
  for (const { name, policy } of manifest.partitionedQueues) {
    await client.query("select pgboss.create_queue($1, $2)", [name, { partition: true, policy }]);
  }
}
