import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";

/** What a member viewed within one hour. */
export interface Views {
  memberId: number;
  /** Start of the hour. */
  hour: Date;
  details: number;
  documents: number;
  mails: number;
  packs: number;
  /** Rows of lists and searches. */
  rows: number;
  /** The orders opened; orders only shown in a list are not included. */
  orderIds: readonly number[];
}

interface ViewRow extends Record<string, unknown> {
  member_id: number;
  hour: string;
  details: number;
  documents: number;
  mails: number;
  packs: number;
  rows: number;
  order_ids: number[];
}

const given = (views: readonly Views[]) =>
  JSON.stringify(
    views.map(({ memberId, orderIds, ...counts }) => ({ ...counts, member_id: memberId, order_ids: orderIds })),
  );

/**
 * Adds to the counts of these members and hours.
 * @returns those who opened more than `many` orders in one of the hours
 */
export async function addViews(db: Queryable, views: readonly Views[], many: number) {
  const { rows } = await db.execute<{ member_id: number; hour: string }>(sql`
    with added as (
      insert into view_counts as c (member_id, hour, details, documents, mails, packs, rows, order_ids)
      select member_id, hour, details, documents, mails, packs, rows,
             array(select x::bigint from json_array_elements_text(order_ids) x)
        from json_to_recordset(${given(views)}::json)
          as (member_id integer, hour timestamptz, details integer, documents integer, mails integer, packs integer,
              rows integer, order_ids json)
       order by member_id, hour
      on conflict (member_id, hour) do update set
        details = c.details + excluded.details,
        documents = c.documents + excluded.documents,
        mails = c.mails + excluded.mails,
        packs = c.packs + excluded.packs,
        rows = c.rows + excluded.rows,
        order_ids = array(select distinct unnest(c.order_ids || excluded.order_ids))
      returning member_id, hour, cardinality(order_ids) as orders, told_at
    )
    select member_id, to_json(hour) #>> '{}' as hour from added where orders > ${many} and told_at is null`);
  return rows.map(({ member_id, hour }) => ({ memberId: member_id, hour: new Date(hour) }));
}

/**
 * Claims the notification about a member's hour. @returns the orders opened so far; undefined if it was claimed before
 */
export async function claimNotification(
  tx: Transaction,
  { memberId, hour }: { memberId: number; hour: Date },
  at: Date,
): Promise<{ name: string; orders: number } | undefined> {
  const { rows } = await tx.execute<{ name: string; orders: number }>(sql`
    update view_counts c set told_at = ${at.toISOString()} from members m
     where c.member_id = ${memberId} and c.hour = ${hour.toISOString()} and c.told_at is null and m.id = c.member_id
    returning m.name, cardinality(c.order_ids) as orders`);
  return rows[0];
}

/** Deletes and returns the counts of hours before this one. */
export async function takeViews(tx: Transaction, before: Date): Promise<Views[]> {
  const { rows } = await tx.execute<ViewRow>(sql`
    delete from view_counts where hour < ${before.toISOString()}
    returning member_id, to_json(hour) #>> '{}' as hour, details, documents, mails, packs, rows,
              array_to_json(array(select unnest(order_ids) order by 1)) as order_ids`);
  return rows.map(({ member_id, hour, order_ids, ...counts }) => ({
    ...counts,
    memberId: member_id,
    hour: new Date(hour),
    orderIds: order_ids,
  }));
}
