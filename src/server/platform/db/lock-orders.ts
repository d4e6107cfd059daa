import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { eachSlice } from "../batching.ts";
import type { Transaction } from "./client.ts";
import { orders } from "./schema.ts";

interface LockOptions {
  /**
   * `update` also waits for transactions that insert rows which reference the order; later statements see those rows.
   */
  strength?: "no key update" | "update";
  /** Include purged orders, which are otherwise treated as unknown. */
  includesPurged?: boolean;
}

/**
 * Locks the rows of these orders until the transaction ends, always sorted by id, so that two transactions can't deadlock.
 * SQL expressions among the columns must spell out their table names: Drizzle omits them in a select from one table.
 * @returns the columns of existing orders, ascending by id
 */
export async function lockOrders<C extends Record<string, PgColumn | SQL>>(
  tx: Transaction,
  ids: readonly number[],
  columns: C,
  { strength = "no key update", includesPurged = false }: LockOptions = {},
): Promise<SelectResultFields<C>[]> {
  const fields: Record<string, PgColumn | SQL> = columns;
  const rows: Record<string, unknown>[] = [];
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  await eachSlice(sorted, async (slice) => {
    // One array instead of a parameter for each id.
    const isOneOf = sql`${orders.id} = any(${sql.param([...slice])}::bigint[])`;
    const found = await tx
      .select(fields)
      .from(orders)
      .where(and(isOneOf, includesPurged ? undefined : isNull(orders.purgedAt)))
      .orderBy(orders.id)
      .for(strength);
    rows.push(...found);
  });
  return rows as SelectResultFields<C>[];
}
