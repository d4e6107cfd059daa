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
      return column === undefined ? [] : [{ key, column }];
    });
    const names = columns.map(({ column }) => escapeIdentifier(column.name)).join(", ");
    // Before the COPY begins: a value that can't be written must not leave one open.
    const lines = rows.map((row: Record<string, unknown>) => {
      const cells = columns.map(({ key, column }) => {
        const value = row[key];
        return value === null || value === undefined ? "\\N" : cell(column.mapToDriverValue(value));
      });
      return `${cells.join("\t")}\n`;
    });
    const target = client.query(copyFrom(`copy ${escapeIdentifier(getTableName(table))} (${names}) from stdin`));
    const done = once(target, "finish");
    // Refused before all was sent, it tells of its failure twice; the second time nobody else would listen.
    target.on("error", () => undefined);
    target.end(lines.join(""));
    await done;
  };
}

/** A value in COPY's text form. */
function cell(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString("hex")}`;
  const text = String(value);
  return SPECIAL.test(text) ? text.replace(SPECIALS, (found) => ESCAPES[found] ?? found) : text;
}

const SPECIAL = /[\\\n\r\t]/;
const SPECIALS = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
