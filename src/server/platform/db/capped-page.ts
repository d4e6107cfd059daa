import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./client.ts";

export interface PageRange {
  limit: number;
  offset: number;
}

/** Rows are counted up to this limit; longer lists are read from their newest end or filtered by day. */
const COUNT_LIMIT = 10_000;

interface PageQuery {
  columns: SQL;
  from: SQL;
  /** What the total counts, if not the rows of `from`. */
  counted?: SQL;
  conditions: readonly SQL[];
  orderBy: SQL;
}

/** A page of rows and the total, capped at `COUNT_LIMIT`. */
export async function cappedPage<T extends Record<string, unknown>>(
  db: Queryable,
  { columns, from, counted = from, conditions, orderBy }: PageQuery,
  { limit, offset }: PageRange,
): Promise<{ rows: T[]; total: number; isCapped: boolean }> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
  const rows = await db.execute(
    sql`select ${columns} ${from} ${where} order by ${orderBy} limit ${limit} offset ${offset}`,
  );
  const found = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 ${counted} ${where} limit ${COUNT_LIMIT + 1}) found`,
  );
  const total = found.rows[0]?.total ?? 0;
  return { rows: rows.rows as T[], total: Math.min(total, COUNT_LIMIT), isCapped: total > COUNT_LIMIT };
}

/** Conditions for whole UTC days, both inclusive. */
export function withinDays(column: SQL, { from, to }: { from?: string | undefined; to?: string | undefined }): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${`${from}T00:00:00Z`}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${column} < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`]),
  ];
}

/** An instant in wire format. */
export const instantText = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A joined member as `{id, name}`, or null. */
export const personJson = (member: SQL) =>
  sql`case when ${member}.id is not null then json_build_object('id', ${member}.id, 'name', ${member}.name) end`;
