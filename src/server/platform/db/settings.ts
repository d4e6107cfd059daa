import { eq, sql } from "drizzle-orm";
import type { Queryable } from "./client.ts";
import { settings } from "./schema.ts";

/** When the last backup of it was completed, in ISO 8601. */
export const LAST_BACKUP = "last-backup";

/** A setting of this data set, or null. */
export async function readSetting(db: Queryable, key: string): Promise<string | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row?.value ?? null;
}

/** The namespace of the locks, beside those of other parts of the program. */
const SETTINGS_LOCK = 20_261;

/** Lets one transaction at a time read a setting and change it. */
export async function lockSetting(tx: Queryable, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK}, hashtext(${key}))`);
}

export async function writeSetting(db: Queryable, key: string, value: string): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}
