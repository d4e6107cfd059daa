import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ListName } from "#contract/orders/queues.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { members, orderViews } from "#server/platform/db/schema.ts";

const owners = alias(members, "owner");
const editors = alias(members, "editor");

const read = (db: Queryable) =>
  db
    .select({ view: orderViews, ownerName: owners.name, editorName: editors.name })
    .from(orderViews)
    .leftJoin(owners, eq(owners.id, orderViews.ownerId))
    .innerJoin(editors, eq(editors.id, orderViews.updatedBy));

export type ViewRecord = Awaited<ReturnType<typeof findView>> & object;
export type NewView = typeof orderViews.$inferInsert;

/** A member's own views and all shared ones, by name. */
export async function findViews(db: Queryable, memberId: number) {
  return await read(db)
    .where(or(eq(orderViews.ownerId, memberId), isNotNull(orderViews.sharedWith)))
    .orderBy(asc(sql`lower(${orderViews.name})`), asc(orderViews.id));
}

export async function findView(db: Queryable, id: number) {
  const [row] = await read(db).where(eq(orderViews.id, id));
  return row;
}

export async function findLayout(db: Queryable, ownerId: number, list: ListName) {
  const [row] = await read(db).where(
    and(eq(orderViews.ownerId, ownerId), eq(orderViews.list, list), isNull(orderViews.name)),
  );
  return row;
}

export async function findIdByName(
  db: Queryable,
  { ownerId, list, name }: { ownerId: number; list: ListName; name: string },
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: orderViews.id })
    .from(orderViews)
    .where(
      and(eq(orderViews.ownerId, ownerId), eq(orderViews.list, list), sql`lower(${orderViews.name}) = lower(${name})`),
    );
  return row?.id;
}

export async function countShared(db: Queryable): Promise<number> {
  return await db.$count(orderViews, isNotNull(orderViews.sharedWith));
}

/** Without layouts. */
export async function countPersonal(db: Queryable, ownerId: number): Promise<number> {
  return await db.$count(
    orderViews,
    and(eq(orderViews.ownerId, ownerId), isNull(orderViews.sharedWith), isNotNull(orderViews.name)),
  );
}

/**
 * Lets one save or deletion run at a time: limits, names and owners are checked before the write. Reads don't wait.
 * @returns whether the member can still sign in
 */
export async function lockViews(tx: Transaction, memberId: number): Promise<boolean> {
  await tx.execute(sql`lock table order_views in share row exclusive mode`);
  return (await tx.$count(members, and(eq(members.id, memberId), isNull(members.disabledAt)))) === 1;
}

export async function insertView(tx: Transaction, view: NewView): Promise<number> {
  const [row] = await tx.insert(orderViews).values(view).returning({ id: orderViews.id });
  if (row === undefined) throw new Error("the database returned no view id");
  return row.id;
}

export async function updateView(
  tx: Transaction,
  id: number,
  change: Omit<NewView, "createdAt" | "version" | "list">,
): Promise<void> {
  await tx
    .update(orderViews)
    .set({ ...change, version: sql`${orderViews.version} + 1` })
    .where(eq(orderViews.id, id));
}

export async function deleteView(tx: Transaction, id: number): Promise<void> {
  await tx.delete(orderViews).where(eq(orderViews.id, id));
}

export async function setPinned(tx: Transaction, id: number, memberId: number, isPinned: boolean): Promise<void> {
  const others = sql`array_remove(${orderViews.pinnedBy}, ${memberId})`;
  const pinnedBy = isPinned ? sql`array_append(${others}, ${memberId})` : others;
  await tx.update(orderViews).set({ pinnedBy }).where(eq(orderViews.id, id));
}

/** Personal views and pins go, shared views stay without an owner. */
export async function forgetViewsOf(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(orderViews).where(and(eq(orderViews.ownerId, memberId), isNull(orderViews.sharedWith)));
  await tx.update(orderViews).set({ ownerId: null }).where(eq(orderViews.ownerId, memberId));
  const pinnedBy = sql`array_remove(${orderViews.pinnedBy}, ${memberId})`;
  await tx.update(orderViews).set({ pinnedBy }).where(sql`${memberId} = any(${orderViews.pinnedBy})`);
}
