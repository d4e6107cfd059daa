import { and, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders } from "#server/platform/db/schema.ts";
import { travelColumns, travelFacts } from "./travel-facts.ts";

export type OrderRecord = typeof orders.$inferSelect;

const facts = {
  id: orders.id,
  status: orders.status,
  isPaid: orders.isPaid,
  refundedAt: orders.refundedAt,
  fullName: orders.fullName,
  email: orders.email,
  emailKey: orders.emailKey,
  passportNumber: orders.passportNumber,
  arrivalDate: orders.arrivalDate,
  flightNumber: orders.flightNumber,
  language: orders.language,
};

async function find(db: Queryable, id: number) {
  const [row] = await db
    .select(facts)
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)));
  return row;
}

/** True for a known order that is not purged. */
async function exists(db: Queryable, id: number): Promise<boolean> {
  return (await find(db, id)) !== undefined;
}

async function lock(tx: Transaction, id: number) {
  const [row] = await lockOrders(tx, [id], facts);
  return row;
}

/** The facts that go to the authority, as they are in this version of them. */
async function lockTravel(tx: Transaction, id: number) {
  const { id: key, status, isPaid } = facts;
  const columns = { id: key, status, isPaid, factsVersion: orders.factsVersion, ...travelColumns };
  const [row] = await lockOrders(tx, [id], columns);
  return row && { ...row, facts: travelFacts(row) };
}

/** @returns the ids that are known and not purged */
async function lockMany(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await lockOrders(tx, ids, { id: orders.id })).map(({ id }) => id));
}

export type OrderFacts = NonNullable<Awaited<ReturnType<typeof find>>>;

/**
 * What other features need to know of an order: undefined for one that is unknown or purged. `lock`, `lockTravel` and
 * `lockMany` hold the rows until the transaction ends; every change of an order's documents or mails begins with one.
 */
export const orderReads = { find, exists, lock, lockTravel, lockMany };
export type OrderReads = typeof orderReads;
