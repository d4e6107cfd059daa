import { type Placeholder, sql } from "drizzle-orm";

/** The parameters of a prepared statement that reads one row or a few by their ids. */
export interface IdPlaces {
  /** For `inArray`. */
  placeholders: Placeholder[];
  /** What to execute it with: at least one id, at most as many as there are places. */
  fill(ids: readonly number[]): Record<string, number | undefined>;
}

/**
 * A parameter for each id there may be, and the first id in those that nobody needs. With one array as the parameter
 * PostgreSQL finds a plan for one row cheaper than the plan for as many as there may be, and plans anew every time:
 * for the details of an order that costs three times the reading.
 */
export function idPlaces(count: number): IdPlaces {
  const names = Array.from({ length: count }, (_, index) => `id${index}`);
  return {
    placeholders: names.map((name) => sql.placeholder(name)),
    fill: (ids) => Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ids[0]])),
  };
}
