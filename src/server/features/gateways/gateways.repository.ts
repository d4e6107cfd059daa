import { asc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { gateways } from "#server/platform/db/schema.ts";

export async function findGateways(db: Queryable) {
  return await db.select().from(gateways).orderBy(asc(gateways.id));
}

export async function findActiveGateway(db: Queryable) {
  const [row] = await db.select().from(gateways).where(eq(gateways.isActive, true));
  return row;
}

export async function gatewayExists(db: Queryable, id: number): Promise<boolean> {
  const [row] = await db.select({ id: gateways.id }).from(gateways).where(eq(gateways.id, id));
  return row !== undefined;
}

/** All gateways, locked in id order, so that concurrent switches wait for each other. */
export async function lockGateways(tx: Transaction) {
  return await tx.select().from(gateways).orderBy(asc(gateways.id)).for("no key update");
}

/** Two statements: the unique index is checked row by row and would see two active ones within a single statement. */
export async function switchActive(tx: Transaction, id: number): Promise<void> {
  await tx.update(gateways).set({ isActive: false }).where(eq(gateways.isActive, true));
  await tx.update(gateways).set({ isActive: true }).where(eq(gateways.id, id));
}

/** Inserts the configured names into an empty table; the first is active. */
export async function insertGateways(db: Queryable, names: readonly string[]): Promise<void> {
  const namesJson = JSON.stringify([...new Set(names)]);
  await db.execute(sql`
    insert into gateways (name, is_active)
    select value, ordinality = 1 from json_array_elements_text(${namesJson}::json) with ordinality
    where not exists (select 1 from gateways)
    on conflict do nothing`);
}
