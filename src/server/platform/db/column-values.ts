import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** A row as the database knows it: its columns' names, with the values that Drizzle would hand to the driver. */
export function columnValues<T extends PgTable>(table: T, row: T["$inferInsert"]): Record<string, unknown> {
  const known = getTableColumns(table);
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    const column = known[key];
    if (column !== undefined) values[column.name] = value === null ? null : column.mapToDriverValue(value);
  }
  return values;
}
