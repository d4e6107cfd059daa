import { Column, type GetColumnData, is, type SQL, sql } from "drizzle-orm";

type Fields = Record<string, Column | SQL>;
type Row<F extends Fields> = {
  [K in keyof F]: F[K] extends Column ? GetColumnData<F[K]> : F[K] extends SQL<infer T> ? T : never;
};

/** How the rows within rows are read: an expression keeps its reader to itself. */
const readers = new WeakMap<SQL, (found: unknown[][]) => unknown[]>();

/**
 * Rows of other tables as one column of a query: a subselect that hands them out as JSON arrays, read back as objects
 * with each column's own type. Plainer than Drizzle's relational queries, whose laterals, limits and subquery scans
 * cost the database more to set up than a detail's rows cost to read.
 * @param fields columns, and expressions whose JSON is their value
 * @param from the subselect's tables, joins and condition, from the word `from` on
 */
export function jsonRows<F extends Fields>(fields: F, { from, orderBy }: { from: SQL; orderBy: SQL }): SQL<Row<F>[]> {
  const entries = Object.entries(fields);
  const values = sql.join(
    entries.map(([, field]) => sql`${field}`),
    sql`, `,
  );
  // Nested, because Drizzle takes the tables' names off the columns of an expression in a select from one table.
  const rows = sql`(select coalesce(json_agg(json_build_array(${values}) order by ${orderBy}), '[]') ${from})`;
  const readAll = (found: unknown[][]) => found.map((row) => read<F>(entries, row));
  const expression: SQL<Row<F>[]> = sql`${rows}`.mapWith(readAll);
  readers.set(expression, readAll);
  return expression;
}

function read<F extends Fields>(entries: [string, Column | SQL][], row: unknown[]): Row<F> {
  const result: Record<string, unknown> = {};
  for (const [index, [name, field]] of entries.entries()) result[name] = readValue(field, row[index]);
  return result as Row<F>;
}

function readValue(field: Column | SQL, value: unknown): unknown {
  if (value === null) return null;
  if (is(field, Column)) return field.mapFromDriverValue(value);
  const reader = readers.get(field);
  return reader === undefined ? value : reader(value as unknown[][]);
}
