import { type SQL, sql } from "drizzle-orm";
import type { Claim, ClaimsOverview, TakeNextList } from "#contract/claims/claims.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { noteChangedClaims } from "#server/platform/db/committed-orders.ts";
import { inList } from "../conditions/list-conditions.ts";

const ACTIVE = sql`now() + interval '2 minutes'`;
/** Truncated: rounding up would keep the claim active. */
const INACTIVE = sql`date_trunc('milliseconds', now())`;
const RETURNED = sql`interval '15 minutes'`;
const ids = (orderIds: readonly number[]) => sql`${sql.param([...orderIds])}::bigint[]`;

/** Inlined `order_claim_is_over`, which costs 8 ms for 300 claims because a function with a subquery is called for each. */
const IS_LIVE = sql`m.disabled_at is null
  and c.active_until > now() - case c.kind when 'assigned' then interval '12 hours' else interval '20 minutes' end`;

type Id = { id: number };

/** Locks the member's row to serialize their calls. @returns whether the member can still sign in */
export async function lockMember(tx: Transaction, memberId: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from members where id = ${memberId} and disabled_at is null for no key update`,
  );
  return rows.length === 1;
}

/** Orders that a member has by claims of these kinds. */
export async function countClaims(tx: Transaction, memberId: number, kinds: readonly Claim["kind"][]): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from order_claims c
    where c.member_id = ${memberId} and c.kind = any (${sql.param([...kinds])}::text[]) and not order_claim_is_over(c)`);
  return rows[0]?.n ?? 0;
}

/**
 * Claims the first free order of a queue. The lookups are scalar and not joins, so that the index is scanned in order up
 * to that row, and `is not true`, for which the planner expects half of the rows, not all or none.
 * @param waits whether to wait for an order that is locked, or else to skip it
 * @returns the free order found, and its id once more unless somebody has claimed it since the statement began
 */
export async function insertNext(tx: Transaction, memberId: number, list: TakeNextList, waits: boolean) {
  const isRefund = list === "refundOrder";
  // The rest of these orders wait for their customers. The few answered ones are found by their own index.
  const isAnswered = sql` and orders.id in (select q.order_id from customer_questions q where q.state = 'answered')`;
  const answeredAt = sql`(select q.answered_at from customer_questions q where q.order_id = orders.id and q.state = 'answered')`;
  const [only, first] = isRefund
    ? [sql` and orders.refunded_at is null`, sql`orders.refunded_at`]
    : list === "awaitingOrder"
      ? [isAnswered, answeredAt]
      : [sql``, sql`orders.due_at`];
  const { rows } = await tx.execute<{ found: number | null; taken: number | null }>(sql`
    with free as (
      select orders.id from orders where ${inList(list)}${only}
        and (select true from order_claims c where c.order_id = orders.id) is not true
        and (select r.at > now() - ${RETURNED} from order_returns r
          where r.order_id = orders.id and r.member_id = ${memberId}) is not true
      order by ${first}, orders.id
      limit 1 for no key update of orders${waits ? sql`` : sql` skip locked`}
    ), taken as (
      insert into order_claims (order_id, member_id, kind, claimed_at, active_until)
      select free.id, ${memberId}, 'next', now(), ${ACTIVE} from free on conflict (order_id) do nothing returning order_id
    )
    select (select id from free) as found, (select order_id from taken) as taken`);
  const { found = null, taken = null } = rows[0] ?? {};
  if (taken !== null) noteChangedClaims(tx, [taken]);
  return { found, taken };
}

/** Makes the member the holder, whoever was before. */
export async function upsertClaim(
  tx: Transaction,
  { orderId, memberId, kind }: { orderId: number; memberId: number; kind: "manual" | "assigned" },
): Promise<void> {
  // Nobody has used an assigned order yet.
  const until = kind === "assigned" ? INACTIVE : ACTIVE;
  await tx.execute(sql`
    insert into order_claims (order_id, member_id, kind, claimed_at, active_until)
    values (${orderId}, ${memberId}, ${kind}, now(), ${until})
    on conflict (order_id) do update set member_id = excluded.member_id, kind = excluded.kind,
      claimed_at = excluded.claimed_at, active_until = excluded.active_until`);
  noteChangedClaims(tx, [orderId]);
}

/** @returns whether it is the member's claim */
export async function renew(db: Queryable, orderId: number, memberId: number): Promise<boolean> {
  const { rows } = await db.execute<{ was_active: boolean }>(sql`
    update order_claims c set active_until = ${ACTIVE} from order_claims was
    where was.order_id = c.order_id and c.order_id = ${orderId} and c.member_id = ${memberId} and not order_claim_is_over(c)
    returning was.active_until > now() as was_active`);
  if (rows[0]?.was_active === false) noteChangedClaims(db, [orderId]);
  return rows.length === 1;
}

/** Ends the activity of a claim whose holder has the order open in no stream any more. */
export async function endActivity(db: Queryable, orderId: number, memberId: number): Promise<void> {
  const { rows } = await db.execute(sql`
    update order_claims c set active_until = ${INACTIVE}
    where c.order_id = ${orderId} and c.member_id = ${memberId} and c.active_until > now() and not exists (
      select 1 from order_viewers v where v.order_id = c.order_id and v.member_id = c.member_id and v.expires_at > now())
    returning 1`);
  if (rows.length > 0) noteChangedClaims(db, [orderId]);
}

export async function deleteClaim(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`delete from order_claims where order_id = ${orderId}`);
  noteChangedClaims(tx, [orderId]);
}

export async function upsertReturn(tx: Transaction, orderId: number, memberId: number): Promise<void> {
  await tx.execute(sql`
    insert into order_returns (order_id, member_id, at) values (${orderId}, ${memberId}, now())
    on conflict (order_id, member_id) do update set at = excluded.at`);
}

/** For a permanent deletion. */
export async function forgetClaims(tx: Transaction, orderId: number): Promise<void> {
  await deleteClaim(tx, orderId);
  await tx.execute(sql`delete from order_returns where order_id = ${orderId}`);
}

/**
 * Deletes expired claims and returns, except rows that are being written. Those of a clock that has gone back since end as
 * if they had been made now.
 */
export async function deleteEnded(db: Queryable): Promise<void> {
  await db.execute(sql`
    update order_claims set active_until = ${ACTIVE} where active_until > ${ACTIVE} + interval '1 minute'`);
  const { rows } = await db.execute<Id>(sql`
    with past as (
      delete from order_returns where (order_id, member_id) in (
        select order_id, member_id from order_returns where at <= now() - ${RETURNED}
           or at > now() + interval '1 minute' for update skip locked)
    )
    delete from order_claims where order_id in (
      select c.order_id from order_claims c join members m on m.id = c.member_id where not (${IS_LIVE})
      for update of c skip locked)
    returning order_id as id`);
  noteChangedClaims(
    db,
    rows.map(({ id }) => id),
  );
}

/** Claims that became inactive by time within the last seconds. */
export async function findLapsed(db: Queryable, seconds: number): Promise<number[]> {
  const { rows } = await db.execute<Id>(sql`
    select order_id as id from order_claims
    where active_until <= now() and active_until > now() - make_interval(secs => ${seconds})`);
  return rows.map(({ id }) => id);
}

const claimObject = sql`json_build_object('order_id', c.order_id, 'member', json_build_object('id', m.id, 'name', m.name),
  'kind', c.kind, 'claimed_at', to_char(c.claimed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'is_active', c.active_until > now())`;

/** The claims and viewers of all orders, or of these. */
export async function findClaimsOverview(db: Queryable, orderIds?: readonly number[]): Promise<ClaimsOverview> {
  const among = (column: SQL) => (orderIds === undefined ? sql`true` : sql`${column} = any(${ids(orderIds)})`);
  const { rows } = await db.execute<Record<string, unknown> & ClaimsOverview>(sql`
    select
      (select coalesce(json_agg(${claimObject} order by c.order_id), '[]')
        from order_claims c join members m on m.id = c.member_id
        where ${among(sql`c.order_id`)} and ${IS_LIVE}) as claims,
      (select coalesce(json_agg(json_build_object('order_id', v.order_id, 'member', json_build_object('id', v.id, 'name', v.name))
          order by v.order_id, v.name, v.id), '[]')
        from (select distinct v.order_id, m.id, m.name from order_viewers v join members m on m.id = v.member_id
          where ${among(sql`v.order_id`)} and v.expires_at > now()) v) as viewers`);
  return rows[0] ?? { claims: [], viewers: [] };
}

export async function findClaim(db: Queryable, orderId: number): Promise<Claim | null> {
  const { rows } = await db.execute<{ claim: Claim }>(sql`
    select ${claimObject} as claim from order_claims c join members m on m.id = c.member_id
    where c.order_id = ${orderId} and not order_claim_is_over(c)`);
  return rows[0]?.claim ?? null;
}

/** A member who can sign in. */
export async function findHolder(db: Queryable, memberId: number): Promise<Claim["member"] | undefined> {
  const { rows } = await db.execute<Claim["member"]>(
    sql`select id, name from members where id = ${memberId} and disabled_at is null`,
  );
  return rows[0];
}
