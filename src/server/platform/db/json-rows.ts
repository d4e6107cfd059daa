import { Column, type GetColumnData, is, type SQL, sql } from "drizzle-orm";

type Fields = Record<string, Column | SQL>;
type Row<F extends Fields> = {
  [K in keyof F]: F[K] extends Column ? GetColumnData<F[K]> : F[K] extends SQL<infer T> ? T : never;
};

type Reader = (found: unknown) => unknown;
/** How the rows within rows are read: an expression keeps its reader to itself. */
const readers = new WeakMap<SQL, Reader>();

/**
 * Rows of other tables as one column of a query: a subselect that hands them out as JSON arrays, read back as objects
 * with each column's own type. Plainer than Drizzle's relational queries, whose laterals, limits and subquery scans
 * cost the database more to set up than a detail's rows cost to read.
 * @param fields columns, and expressions whose JSON is their value
 * @param from the subselect's tables, joins and condition, from the word `from` on
 */
export function jsonRows<F extends Fields>(fields: F, { from, orderBy }: { from: SQL; orderBy: SQL }): SQL<Row<F>[]> {
  const rows = sql`(select coalesce(json_agg(${jsonArray(fields)} order by ${orderBy}), '[]') ${from})`;
  const readRow = rowReader<F>(fields);
  return expression<Row<F>[]>(rows, (found) => (found as unknown[]).map(readRow));
}

/**
 * A row itself as one column: to read forty columns that the driver describes, splits and hands to Drizzle one by one
 * costs three times as much as to parse one.
 */
export function jsonRow<F extends Fields>(fields: F): SQL<Row<F>> {
  return expression<Row<F>>(jsonArray(fields), rowReader<F>(fields));
}

function expression<T>(value: SQL, read: (found: unknown) => T): SQL<T> {
  // Nested, because Drizzle takes the tables' names off the columns of an expression in a select from one table.
  const nested: SQL<T> = sql`${value}`.mapWith(read);
  readers.set(nested, read);
  return nested;
}

function jsonArray(fields: Fields): SQL {
  const values = sql.join(
    Object.values(fields).map((field) => sql`${field}`),
    sql`, `,
  );
  return sql`json_build_array(${values})`;
}

function rowReader<F extends Fields>(fields: F): (found: unknown) => Row<F> {
  const columns = Object.entries(fields).map(([name, field]) => ({ name, read: readerOf(field) }));
  return (found) => {
    const values = found as unknown[];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const { name, read } = columns[index] as (typeof columns)[number];
      const value = values[index];
      row[name] = value === null ? null : read(value);
    }
    return row as Row<F>;
  };
}

function readerOf(field: Column | SQL): Reader {
  if (is(field, Column)) return (value) => field.mapFromDriverValue(value);
  return readers.get(field) ?? ((value) => value);
}
