import { type SQL, sql } from "drizzle-orm";
import type { AuditType } from "#contract/audit/audit.ts";
import type { AuditFilter, ViewEntry } from "#contract/audit/audit-lists.ts";
import { addDays } from "#contract/dates.ts";
import { cappedPage, instantText, type PageRange, personJson, withinDays } from "#server/platform/db/capped-page.ts";
import type { Queryable } from "#server/platform/db/client.ts";

type Filter = Pick<AuditFilter, "member" | "order" | "from" | "to">;

/** Events of an order are its own and those of the hours in which members opened it. */
export async function findAuditEvents(
  db: Queryable,
  filter: Filter & { type?: AuditType | undefined },
  range: PageRange,
) {
  const { type, member, order } = filter;
  const conditions = [
    ...(type === undefined ? [] : [sql`e.type = ${type}`]),
    ...(member === undefined ? [] : [sql`(e.actor_id = ${member} or e.member_id = ${member})`]),
    ...(order === undefined ? [] : [sql`(e.order_id = ${order} or e.id in (${viewsOf(order)}))`]),
    ...withinDays(sql`e.at`, filter),
  ];
  return await cappedPage(
    db,
    {
      columns: sql`e.id::float8 as id, ${instantText(sql`e.at`)} as at, e.type, e.order_id::float8 as order_id, p.data,
        ${personJson(sql`actor`)} as actor, ${personJson(sql`member`)} as member`,
      from: sql`from audit_events e join audit_payloads p on p.event_id = e.id
        left join members actor on actor.id = e.actor_id left join members member on member.id = e.member_id`,
      conditions,
      orderBy: sql`e.id desc`,
    },
    range,
  );
}

/** Uses the index on the order ids in payloads. */
const viewsOf = (order: number) =>
  sql`select event_id from audit_payloads where (data::jsonb -> 'orders') @> ${String(order)}::jsonb`;

/** Whole UTC days of an hour in wire format, which sorts by time. */
const hoursWithin = (hour: SQL, { from, to }: Pick<Filter, "from" | "to">): SQL[] => [
  ...(from === undefined ? [] : [sql`${hour} >= ${from}`]),
  ...(to === undefined ? [] : [sql`${hour} < ${addDays(to, 1)}`]),
];

/** Past hours are in the audit log, the current ones are still being counted. */
export async function findViews(db: Queryable, filter: Filter, range: PageRange) {
  const { member, order } = filter;
  const hour = sql`p.data ->> 'hour'`;
  const past = sql`
    select e.actor_id as member_id, (p.data ->> 'hour')::timestamptz as hour, (p.data ->> 'details')::int as details,
           (p.data ->> 'documents')::int as documents, (p.data ->> 'mails')::int as mails,
           (p.data ->> 'packs')::int as packs, (p.data ->> 'rows')::int as rows, p.data -> 'orders' as order_ids
      from audit_events e join audit_payloads p on p.event_id = e.id
     where ${sql.join(
       [
         sql`e.type = 'views' and ${hour} is not null`,
         ...(member === undefined ? [] : [sql`e.actor_id = ${member}`]),
         ...(order === undefined ? [] : [sql`e.id in (${viewsOf(order)})`]),
         ...hoursWithin(hour, filter),
       ],
       sql` and `,
     )}`;
  // The newest of them by index; with ties, because the page sorts the members of an hour by name.
  const newest = sql`${past} order by ${hour} desc fetch first ${range.offset + range.limit} rows with ties`;
  const running = sql`
    select member_id, hour, details, documents, mails, packs, rows, array_to_json(order_ids) as order_ids
      from view_counts ${order === undefined ? sql`` : sql`where order_ids @> array[${order}::bigint]`}`;
  const from = (hours: SQL) => sql`from (${hours} union all ${running}) v join members m on m.id = v.member_id`;
  return await cappedPage<ViewEntry>(
    db,
    {
      columns: sql`${personJson(sql`m`)} as member, ${instantText(sql`v.hour`)} as hour, v.details, v.documents, v.mails, v.packs, v.rows, v.order_ids`,
      from: from(sql`(${newest})`),
      counted: from(past),
      conditions: [...(member === undefined ? [] : [sql`v.member_id = ${member}`]), ...withinDays(sql`v.hour`, filter)],
      orderBy: sql`v.hour desc, m.name, m.id`,
    },
    range,
  );
}
