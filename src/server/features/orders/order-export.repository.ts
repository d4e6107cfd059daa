import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { readPortions } from "#server/platform/db/read-portions.ts";
import type { ReadingSource } from "#server/platform/db/reading.ts";
import { gateways, orders } from "#server/platform/db/schema.ts";
import type { ListRequest } from "./order-lists.repository.ts";
import { inList, listOrder, orderOf } from "./order-lists.ts";
import { isFound } from "./order-search.ts";

/** `2026-03-01 14:05:09` in UTC, as spreadsheets take it: written by the database, a Date for each would be thrown away. */
function second(column: AnyPgColumn) {
  return sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** What an export reads of an order. */
const exportColumns = {
  id: orders.id,
  status: orders.status,
  fullName: orders.fullName,
  email: orders.email,
  phoneCode: orders.phoneCode,
  telephoneNumber: orders.telephoneNumber,
  nationalityCode: orders.nationalityCode,
  arrivalDate: orders.arrivalDate,
  processingMode: orders.processingMode,
  processingDate: orders.processingDate,
  createdAt: second(orders.createdAt),
  isPaid: orders.isPaid,
  paidAt: second(orders.paidAt),
  refundedAt: second(orders.refundedAt),
  amount: orders.amount,
  currency: orders.currency,
  transactionId: orders.transactionId,
  merchantName: orders.merchantName,
  gateway: gateways.name,
};

type Columns = typeof exportColumns;
type Value<C> =
  C extends SQL<infer T>
    ? T
    : C extends AnyPgColumn
      ? C["_"]["notNull"] extends true
        ? C["_"]["data"]
        : C["_"]["data"] | null
      : never;
export type ExportRecord = { [K in keyof Columns]: Value<Columns[K]> };
const KEYS = Object.keys(exportColumns);

export interface ExportRequest extends Omit<ListRequest, "offset" | "limit"> {
  /** Long enough to be searched for, or undefined. */
  search: string | undefined;
}

/** Some ten kilobytes and a millisecond or two of this process: what is held at a time is what outlives a collection. */
const PORTION = 100;
/** For the first portion the database may have to sort the whole list. */
const PORTION_TIMEOUT_MS = 60_000;

function toRecord(row: readonly unknown[]): ExportRecord {
  const record: Record<string, unknown> = {};
  for (const [at, key] of KEYS.entries()) record[key] = row[at];
  return record as ExportRecord;
}

/** All orders of a list in its order, of one moment, in portions that are read when they are asked for. */
export async function* readList(
  { db, pool }: Pick<ReadingSource, "db" | "pool">,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<ExportRecord[]> {
  const { list, month, search, sort, dir } = request;
  const here = inList(list, month);
  const query = db
    .select(exportColumns)
    .from(orders)
    .leftJoin(gateways, eq(gateways.id, orders.gatewayId))
    .where(search === undefined ? here : and(here, isFound(search)))
    .orderBy(listOrder(orderOf(list, sort, dir)))
    .toSQL();
  const portions = readPortions(pool, query, { size: PORTION, timeoutMs: PORTION_TIMEOUT_MS, signal });
  for await (const rows of portions) {
    yield rows.map(toRecord);
  }
}
