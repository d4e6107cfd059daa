import { eq } from "drizzle-orm";
import type { Queryable } from "./client.ts";
import { settings } from "./schema.ts";

/** A fact about this data set, or null. */
export async function readSetting(db: Queryable, key: string): Promise<string | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row?.value ?? null;
}

export async function writeSetting(db: Queryable, key: string, value: string): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}
