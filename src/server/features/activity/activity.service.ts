import { ACTIVITY_LIMIT, type ActivityData, type ActivityEntry, activityEntrySchema } from "#contract/activity.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { findLastActivity, insertActivity } from "./activity.repository.ts";

/** What happens to team and gateways (decision 18): insert-only, as the history of the orders is. */
export interface ActivityService {
  /** Writes one entry inside the transaction of the change it tells of; `actorId` null is nobody who is signed in. */
  record(tx: Transaction, at: Date, actorId: number | null, entry: ActivityData): Promise<void>;
  /** The last 50 entries, newest first. */
  list(): Promise<ActivityEntry[]>;
}

export function createActivityService({ db }: { db: Database }): ActivityService {
  return {
    record: (tx, at, actorId, { type, data }) => insertActivity(tx, { at, actorId, type, data }),
    async list() {
      const entries = await findLastActivity(db, ACTIVITY_LIMIT);
      return entries.map((entry) => activityEntrySchema.parse({ ...entry, at: entry.at.toISOString() }));
    },
  };
}
