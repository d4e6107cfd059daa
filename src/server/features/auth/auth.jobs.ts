import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { deleteExpiredLimits, deleteExpiredSessions } from "./auth.repository.ts";

/** Sessions and rate limits that have run out are refused anyway; this only clears them away. */
export function registerAuthJobs(jobs: Jobs, { db, now }: { db: Database; now: Clock }): void {
  jobs.schedule("auth.prune", "*/30 * * * *", async () => {
    await deleteExpiredSessions(db, now());
    await deleteExpiredLimits(db, now());
  });
}
