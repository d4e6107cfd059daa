import { desc, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { activity, members } from "#server/platform/db/schema.ts";

export async function insertActivity(tx: Transaction, entry: typeof activity.$inferInsert): Promise<void> {
  await tx.insert(activity).values(entry);
}

/** The last entries, newest first, with the names their actors have now; removed members keep theirs. */
export async function findLastActivity(db: Queryable, limit: number) {
  return await db
    .select({
      id: activity.id,
      at: activity.at,
      type: activity.type,
      data: activity.data,
      actor: { id: members.id, name: members.name },
    })
    .from(activity)
    .leftJoin(members, eq(members.id, activity.actorId))
    .orderBy(desc(activity.id))
    .limit(limit);
}
