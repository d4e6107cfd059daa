import { and, desc, eq, inArray, lt, ne } from "drizzle-orm";
import { DAY_MS } from "#contract/dates.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { knownDevices, members } from "#server/platform/db/schema.ts";
import { active } from "./auth.repository.ts";

/** A device unused for this long is removed; browsers keep cookies no longer either. */
export const KNOWN_DEVICE_DAYS = 400;
/** Per member; clients without cookies are a new device at every sign-in. */
const DEVICES_MAX = 50;

export async function isKnownDevice(db: Queryable, emailKey: string, deviceHash: Buffer): Promise<boolean> {
  const isTheirs = and(eq(knownDevices.deviceHash, deviceHash), eq(members.emailKey, emailKey), active);
  const rows = await db
    .select({ id: members.id })
    .from(knownDevices)
    .innerJoin(members, eq(members.id, knownDevices.memberId))
    .where(isTheirs);
  return rows.length > 0;
}

/** Whether any member has signed in on it. */
export async function isAnybodysDevice(db: Queryable, deviceHash: Buffer): Promise<boolean> {
  return (await db.$count(knownDevices, eq(knownDevices.deviceHash, deviceHash))) > 0;
}

/** @returns whether the member has other devices */
export async function rememberDevice(
  tx: Transaction,
  device: { memberId: number; deviceHash: Buffer; at: Date },
): Promise<boolean> {
  const { memberId, deviceHash, at } = device;
  const row = { memberId, deviceHash, createdAt: at, lastUsedAt: at };
  const target = [knownDevices.memberId, knownDevices.deviceHash];
  await tx
    .insert(knownDevices)
    .values(row)
    .onConflictDoUpdate({ target, set: { lastUsedAt: at } });
  const isTheirs = eq(knownDevices.memberId, memberId);
  const unused = tx
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(isTheirs)
    .orderBy(desc(knownDevices.lastUsedAt))
    .offset(DEVICES_MAX);
  await tx.delete(knownDevices).where(and(isTheirs, inArray(knownDevices.deviceHash, unused)));
  return (await tx.$count(knownDevices, and(isTheirs, ne(knownDevices.deviceHash, deviceHash)))) > 0;
}

export async function findDevicesOf(db: Queryable, memberId: number): Promise<Buffer[]> {
  const isTheirs = eq(knownDevices.memberId, memberId);
  const rows = await db.select({ deviceHash: knownDevices.deviceHash }).from(knownDevices).where(isTheirs);
  return rows.map(({ deviceHash }) => deviceHash);
}

export async function deleteDevicesOf(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.memberId, memberId));
}

export async function deleteUnusedDevices(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KNOWN_DEVICE_DAYS * DAY_MS);
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, before));
}
