import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { defineQueue, type Jobs } from "#server/platform/jobs/jobs.ts";
import { deleteExpiredLimits, deleteExpiredSessions } from "./auth.repository.ts";
import type { PasswordResetService } from "./password-reset.service.ts";

/** One try to mail a reset link; how many failed before says how long the next pause is. */
export interface ResetMailJob {
  resetId: number;
  tries: number;
}
export const resetMailQueue = defineQueue<ResetMailJob>("password-reset-mail");

interface AuthJobsDeps {
  db: Database;
  now: Clock;
  passwordReset: PasswordResetService;
}

/** Sessions, limits and reset links that have run out are refused anyway; the pruning only clears them away. */
export function registerAuthJobs(jobs: Jobs, { db, now, passwordReset }: AuthJobsDeps): void {
  jobs.handle(resetMailQueue, passwordReset.mailLink, { concurrency: 2 });
  jobs.schedule("auth.prune", "*/30 * * * *", async () => {
    await deleteExpiredSessions(db, now());
    await deleteExpiredLimits(db, now());
    await passwordReset.prune();
  });
}
