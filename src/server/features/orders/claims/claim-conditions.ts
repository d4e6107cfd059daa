import { type SQL, sql } from "drizzle-orm";

/** The orders that a member has. */
export const claimedBy = (memberId: number): SQL =>
  sql`select c.order_id as id from order_claims c where c.member_id = ${memberId} and not order_claim_is_over(c)`;

const liveClaim = (id: SQL) => sql`select from order_claims c where c.order_id = ${id} and not order_claim_is_over(c)`;

/** Whether nobody has the order with this id; `offset 0` keeps the planner from turning the lookup into a join. */
export const isUnclaimed = (id: SQL): SQL => sql`not exists (${liveClaim(id)} offset 0)`;

export const isClaimedBy = (memberId: number, id: SQL): SQL =>
  sql`exists (${liveClaim(id)} and c.member_id = ${memberId} offset 0)`;
