import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

const facts = {
  id: orders.id,
  status: orders.status,
  isPaid: orders.isPaid,
  fullName: orders.fullName,
  email: orders.email,
  emailKey: orders.emailKey,
  passportNumber: orders.passportNumber,
  arrivalDate: orders.arrivalDate,
};
const known = (id: number) => and(eq(orders.id, id), isNull(orders.purgedAt));

async function find(db: Queryable, id: number) {
  const [row] = await db.select(facts).from(orders).where(known(id));
  return row;
}

async function lock(tx: Transaction, id: number) {
  const [row] = await tx.select(facts).from(orders).where(known(id)).for("no key update");
  return row;
}
/** Holds these orders, in the order of their ids as everywhere. @returns those that are known and not purged */
async function lockMany(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.purgedAt)))
    .orderBy(orders.id)
    .for("no key update");
  return new Set(rows.map(({ id }) => id));
}
export type OrderFacts = NonNullable<Awaited<ReturnType<typeof find>>>;

/**
 * What documents, mail and tracking ask of an order: undefined for one that is unknown or purged. `lock` and `lockMany`
 * hold rows until the transaction ends; every change of what hangs on an order begins with it.
 */
export const orderReads = { find, lock, lockMany };
export type OrderReads = typeof orderReads;
