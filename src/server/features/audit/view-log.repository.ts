import { sql } from "drizzle-orm";
import type { ViewEntry } from "#contract/audit/audit-lists.ts";
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
  /** Different orders among them that this hour had not shown before. */
  listed: number;
  /** The orders opened; orders only shown in a list are not included. */
  orderIds: readonly number[];
}

type ViewRow = Omit<ViewEntry, "member"> & { member_id: number };

const viewsJson = (views: readonly Views[]) =>
  JSON.stringify(
    views.map(({ memberId, orderIds, ...counts }) => ({ ...counts, member_id: memberId, order_ids: orderIds })),
  );

/** What the Admins are notified of once for each hour of a member. */
export type Alarm = "opened" | "listed";

/**
 * Adds to the counts of these members and hours.
 * @returns the hours with more different orders than `many` of which nobody was notified
 */
export async function addViews(db: Queryable, views: readonly Views[], many: Record<Alarm, number>) {
  const { rows } = await db.execute<{ member_id: number; hour: string; alarm: Alarm }>(sql`
    with added as (
      insert into view_counts as c (member_id, hour, details, documents, mails, packs, rows, listed, order_ids)
      select member_id, hour, details, documents, mails, packs, rows, listed,
             array(select x::bigint from json_array_elements_text(order_ids) x)
        from json_to_recordset(${viewsJson(views)}::json)
          as (member_id integer, hour timestamptz, details integer, documents integer, mails integer, packs integer,
              rows integer, listed integer, order_ids json)
       order by member_id, hour
      on conflict (member_id, hour) do update set
        details = c.details + excluded.details,
        documents = c.documents + excluded.documents,
        mails = c.mails + excluded.mails,
        packs = c.packs + excluded.packs,
        rows = c.rows + excluded.rows,
        listed = c.listed + excluded.listed,
        order_ids = array(select distinct unnest(c.order_ids || excluded.order_ids))
      returning member_id, hour, cardinality(order_ids) as opened, told_at, listed, listed_told_at
    )
    select member_id, to_json(hour) #>> '{}' as hour, alarm
      from added cross join lateral (
        select 'opened' as alarm where opened > ${many.opened} and told_at is null
        union all select 'listed' where listed > ${many.listed} and listed_told_at is null) as due`);
  return rows.map(({ member_id, hour, alarm }) => ({ memberId: member_id, hour: new Date(hour), alarm }));
}

const ALARM = {
  opened: { told: sql`told_at`, orders: sql`cardinality(c.order_ids)` },
  listed: { told: sql`listed_told_at`, orders: sql`c.listed` },
};

/** Claims a notification about a member's hour. @returns the orders so far; undefined if it was claimed before */
export async function claimNotification(
  tx: Transaction,
  { memberId, hour, alarm }: { memberId: number; hour: Date; alarm: Alarm },
  at: Date,
): Promise<{ name: string; orders: number } | undefined> {
  const { told, orders } = ALARM[alarm];
  const { rows } = await tx.execute<{ name: string; orders: number }>(sql`
    update view_counts c set ${told} = ${at.toISOString()} from members m
     where c.member_id = ${memberId} and c.hour = ${hour.toISOString()} and c.${told} is null and m.id = c.member_id
    returning m.name, ${orders} as orders`);
  return rows[0];
}

/** Deletes and returns the counts of hours before this one. */
export async function takeViews(tx: Transaction, before: Date): Promise<Omit<Views, "listed">[]> {
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
