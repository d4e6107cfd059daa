import { type Placeholder, sql } from "drizzle-orm";

/** Parameters of a prepared statement that reads one or more rows by id. */
export interface IdPlaceholders {
  /** For `inArray`. */
  placeholders: Placeholder[];
  /** Parameter values for the statement: between one id and as many as there are placeholders. */
  fill(ids: readonly number[]): Record<string, number | undefined>;
}

/**
 * Creates one placeholder per possible id; unused ones are filled with the first id. With a single array parameter
 * PostgreSQL estimates a custom plan for one row cheaper than the generic plan and plans again on each execution, which
 * takes three times as long as reading the details of an order.
 */
export function idPlaceholders(count: number): IdPlaceholders {
  const names = Array.from({ length: count }, (_, index) => `id${index}`);
  return {
    placeholders: names.map((name) => sql.placeholder(name)),
    fill: (ids) => Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ids[0]])),
  };
}
