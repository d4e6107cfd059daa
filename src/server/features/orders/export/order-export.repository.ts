import { and, eq } from "drizzle-orm";
import { readBatches } from "#server/platform/db/read-batches.ts";
import type { ReadingSource } from "#server/platform/db/reading.ts";
import { gateways, orders } from "#server/platform/db/schema.ts";
import { listSource, sortClause, sortOf } from "../conditions/list-conditions.ts";
import type { ListRequest } from "../conditions/list-conditions.types.ts";
import { passesRows } from "../search/filter-conditions.ts";
import { isFound } from "../search/search-conditions.ts";
import { type ExportRecord, exportColumns } from "./order-export-rows.ts";

const KEYS = Object.keys(exportColumns);

export interface ExportRequest extends Omit<ListRequest, "offset" | "limit"> {
  /** At least as long as `isSearchable` requires, or undefined. */
  search: string | undefined;
}

/** About ten kilobytes and one to two milliseconds of CPU: small portions don't survive a garbage collection. */
const PORTION = 100;
/** Long enough for the first portion, for which the database may have to sort the whole list. */
const PORTION_TIMEOUT_MS = 60_000;

function toRecord(row: readonly unknown[]): ExportRecord {
  const record: Record<string, unknown> = {};
  for (const [at, key] of KEYS.entries()) record[key] = row[at];
  return record as ExportRecord;
}

/** Reads all orders of a list, sorted, from one snapshot, in portions that are read on demand. */
export async function* readList(
  { db, pool }: Pick<ReadingSource, "db" | "pool">,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<ExportRecord[]> {
  const { list, search, sort, dir, rows: filtered } = request;
  const sorted = sortOf(list, sort, dir);
  const { source, here } = listSource(request, sorted);
  const query = db
    .select(exportColumns)
    .from(source)
    .leftJoin(gateways, eq(gateways.id, orders.gatewayId))
    .where(and(here, filtered && passesRows(filtered), search === undefined ? undefined : isFound(search)))
    .orderBy(sortClause(sorted))
    .toSQL();
  const portions = readBatches(pool, query, { size: PORTION, timeoutMs: PORTION_TIMEOUT_MS, signal });
  for await (const rows of portions) {
    yield rows.map(toRecord);
  }
}
