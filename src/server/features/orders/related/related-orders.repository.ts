import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { MAX_RELATED, type SharedKey } from "#contract/orders/related-orders.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orderLinks, orders } from "#server/platform/db/schema.ts";
import { type DuplicateFacts, hasPassport, isDuplicateOf, isShown } from "./duplicate-rule.ts";

/** The order itself, whose keys the scans below compare with. */
const own: { [K in keyof DuplicateFacts]: SQL } = {
  id: sql`own.id`,
  status: sql`own.status`,
  isPaid: sql`own.is_paid`,
  passportNumber: sql`own.passport_number`,
  arrivalDate: sql`own.arrival_date`,
};

/**
 * The scans with the key that each finds, in the sequence of an index, so that the limit ends them. A telephone number of
 * fewer digits is not one person's. Brand and last four digits are compared only of orders without a fingerprint.
 */
const SCANS: [SharedKey, SQL, SQL][] = [
  ["passport", hasPassport(own.passportNumber), sql`o.arrival_date desc, o.id desc`],
  ["email", sql`own.email_key <> '' and o.email_key = own.email_key`, sql`o.id desc`],
  ["telephone", sql`length(own.telephone_key) >= 8 and o.telephone_key = own.telephone_key`, sql`o.id desc`],
  ["card", sql`o.payment_fingerprint = own.payment_fingerprint`, sql`o.id desc`],
  [
    "card",
    sql`own.payment_fingerprint is null and o.payment_fingerprint is null
      and o.card_last4 = own.card_last4 and o.card_brand = own.card_brand`,
    sql`o.id desc`,
  ],
];

export interface RelatedRecord {
  /** The key whose scan found the row; another scan finds duplicates that the twenty of a passport number leave out. */
  via: SharedKey | "duplicate";
  id: number;
  status: OrderStatus;
  fullName: string | null;
  arrivalDate: string | null;
  isDuplicate: boolean;
  shares: SharedKey[];
}

interface Found {
  arrivalDate: string | null;
  rows: RelatedRecord[];
}

/** One bounded index scan for each key, one row more than is shown. */
export function relatedQuery(db: Queryable, id: SQL | Placeholder) {
  const duplicate = isDuplicateOf(own);
  const shares = SCANS.map(([key, condition]) => sql`case when ${condition} then ${quoted(key)} end`);
  const scan = (via: RelatedRecord["via"], condition: SQL, sequence: SQL) => sql`(
    select ${quoted(via)} as via, o.id, o.status, o.full_name as "fullName", o.arrival_date as "arrivalDate",
      coalesce(${duplicate}, false) as "isDuplicate",
      array_remove(array[${sql.join(shares, sql`, `)}], null) as shares
    from orders o where ${condition} and ${isShown} and o.id <> own.id
    order by ${sequence} limit ${sql.raw(String(MAX_RELATED + 1))})`;
  const scans = [["duplicate", duplicate, sql`o.arrival_date desc, o.id desc`] as const, ...SCANS];
  const all = sql.join(
    scans.map(([via, condition, sequence]) => scan(via, condition, sequence)),
    sql` union all `,
  );
  return db
    .select({
      arrivalDate: sql<string | null>`own.arrival_date::text`,
      rows: sql<RelatedRecord[]>`(select coalesce(json_agg(r), '[]') from (${all}) r)`,
    })
    .from(sql`(select * from orders where id = ${id} and purged_at is null offset 0) own`);
}

const quoted = (word: string) => sql.raw(`'${word}'::text`);

/** Prepared: planning so many scans takes longer than running them. */
export function createRelatedReader(db: Database) {
  const query = relatedQuery(db, sql.placeholder("id")).prepare("find_related_orders");
  return async (id: number): Promise<Found | undefined> => (await query.execute({ id }))[0];
}

/** Both orders, ascending by id. */
export async function lockPair(tx: Transaction, ids: readonly [number, number]): Promise<DuplicateFacts[]> {
  const { id, status, isPaid, passportNumber, arrivalDate } = orders;
  return await lockOrders(tx, ids, { id, status, isPaid, passportNumber, arrivalDate });
}

/** Remembers that two locked orders, which are duplicates by their facts, are none. */
export async function insertDismissal(
  tx: Transaction,
  [a, b]: readonly [DuplicateFacts, DuplicateFacts],
  dismissal: { by: number; at: Date; reason: string },
): Promise<void> {
  await tx.insert(orderLinks).values({
    aId: a.id,
    bId: b.id,
    kind: "not-duplicate",
    passportKey: sql`passport_key(${a.passportNumber})`,
    aArrival: a.arrivalDate ?? "",
    bArrival: b.arrivalDate ?? "",
    ...dismissal,
  });
}
