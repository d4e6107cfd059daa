import { type SQL, sql } from "drizzle-orm";
import type { MailState } from "#contract/mail/mail-state.ts";
import type { RowColumn } from "#contract/orders/order-columns.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

export type RowColumnsRecord = Awaited<ReturnType<typeof rowColumnsQuery>>[number];

/**
 * What rows have only when asked for, of orders by their ids. One statement for every choice of columns; what is in other
 * tables is looked up only when it was chosen.
 */
export function rowColumnsQuery(db: Database, ids: SQL, columns: SQL) {
  const ifChosen = <T>(column: RowColumn, value: SQL) =>
    sql<T | null>`case when ${column}::text = any(${columns}::text[]) then ${value} end`;
  // Not `exists`, for which the planner may read all documents once there are many ids.
  const document = sql`(select true from documents where documents.order_id = orders.id limit 1)`;
  const mail = sql`(select state from mails where mails.order_id = orders.id and mails.kind = 'document'
    order by mails.id desc limit 1)`;
  const refunds = sql`(select json_agg(json_build_object('amount', amount::text, 'currency', currency)) from refunds
    where refunds.order_id = orders.id and refunds.undone_at is null)`;
  const gateway = sql`(select name from gateways where gateways.id = orders.gateway_id)`;
  return db
    .select({
      id: orders.id,
      dueAt: orders.dueAt,
      nationalityCode: orders.nationalityCode,
      nationalityText: orders.nationalityText,
      processingMode: orders.processingMode,
      flightNumber: orders.flightNumber,
      status: orders.status,
      refundedAt: orders.refundedAt,
      amount: orders.amount,
      currency: orders.currency,
      hasDocument: ifChosen<boolean>("document", document),
      mailState: ifChosen<MailState>("mail", mail),
      gatewayName: ifChosen<string>("gateway", gateway),
      refunds: ifChosen<{ amount: string | null; currency: string | null }[]>("refund", refunds),
    })
    .from(orders)
    .where(sql`${orders.id} = any(${ids}::bigint[])`);
}

export function createRowColumns(db: Database) {
  const query = rowColumnsQuery(db, sql`${sql.placeholder("ids")}`, sql`${sql.placeholder("columns")}`).prepare(
    "find_row_columns",
  );
  return async (ids: readonly number[], columns: readonly RowColumn[]) =>
    await query.execute({ ids: [...ids], columns: [...columns] });
}
