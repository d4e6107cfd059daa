import { once } from "node:events";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type ClientBase, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";

/**
 * COPYs rows into a table, in their order: the columns are those that the first row names, the others get their
 * defaults. Values are written as Drizzle writes them in an INSERT.
 */
export type CopyRows = <T extends PgTable>(table: T, rows: readonly T["$inferInsert"][]) => Promise<void>;

/** `CopyRows` on one connection. The rows are in memory already, so their text is sent at once. */
export function copyRowsOn(client: ClientBase): CopyRows {
  return async (table, rows) => {
    const [first] = rows;
    if (first === undefined) return;
    const known = getTableColumns(table);
    const columns = Object.keys(first).flatMap((key) => {
      const column = known[key];
      // A column that no row fills and that has no default is left out: it costs as much as a filled one.
      if (column === undefined || (!column.hasDefault && rows.every((row) => isAbsent(cellOf(row, key))))) return [];
      return [{ key, column, value: undefined as unknown, text: "\\N" }];
    });
    const names = columns.map(({ column }) => escapeIdentifier(column.name)).join(", ");
    // Before the COPY begins: a value that can't be written must not leave one open.
    let lines = "";
    for (const row of rows) {
      let separator = "";
      for (const last of columns) {
        const value = cellOf(row, last.key);
        // Many a column has the same value in one row after the other.
        if (value !== last.value) {
          last.value = value;
          last.text = isAbsent(value) ? "\\N" : cell(last.column.mapToDriverValue(value));
        }
        lines += separator + last.text;
        separator = "\t";
      }
      lines += "\n";
    }
    const target = client.query(copyFrom(`copy ${escapeIdentifier(getTableName(table))} (${names}) from stdin`));
    const done = once(target, "finish");
    // Refused before all was sent, it tells of its failure twice; the second time nobody else would listen.
    target.on("error", () => undefined);
    target.end(lines);
    await done;
  };
}

const cellOf = (row: object, key: string): unknown => (row as Record<string, unknown>)[key];
const isAbsent = (value: unknown) => value === null || value === undefined;

/** A value in COPY's text form. */
function cell(value: unknown): string {
  if (typeof value === "string") return SPECIAL.test(value) ? value.replace(SPECIALS, escaped) : value;
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString("hex")}`;
  return cell(String(value));
}

const SPECIAL = /[\\\n\r\t]/;
const SPECIALS = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const escaped = (found: string) => ESCAPES[found] ?? found;
