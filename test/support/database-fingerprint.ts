import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";

/**
 * Excluded tables: the audit log and attempt counters, which a refused call changes on purpose; viewers, which change when
 * a stream closes; kept counts, which follow from the orders and are folded every second.
 */
const PASSING = [
  "audit_events",
  "audit_payloads",
  "rate_limits",
  "view_counts",
  "order_viewers",
  "order_tallies",
  "order_tally_deltas",
  "order_counts",
];

/** A hash of the content of each business table, to check that nothing was changed. */
export async function databaseFingerprint(db: Database): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const hashes = tables.rows
    .filter(({ name }) => !PASSING.includes(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), 'empty') as hash
            from ${sql.identifier(name)} t`,
    );
  const result = await db.execute<{ name: string; hash: string }>(sql.join(hashes, sql` union all `));
  return Object.fromEntries(result.rows.map(({ name, hash }) => [name, hash]));
}
