import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { linkMailQueue } from "./account-link-mail.ts";
import type { AccountLinks } from "./account-links.service.ts";
import { deleteExpiredLimits, deleteExpiredSessions } from "./auth.repository.ts";
import type { FactorsService } from "./factors/factors.service.ts";
import { deleteUnusedDevices } from "./known-devices.repository.ts";

interface AuthJobsDeps {
  db: Database;
  now: Clock;
  idleMs: number;
  accountLinks: AccountLinks;
  factors: Pick<FactorsService, "prune">;
}

/** Removes expired sessions, limits and reset links, which are refused anyway, and old devices. */
export function registerAuthJobs(jobs: Jobs, { db, now, accountLinks, factors, idleMs }: AuthJobsDeps): void {
  jobs.handle(linkMailQueue, accountLinks.mailLink, { concurrency: 2 });
  jobs.schedule("auth.prune", "*/30 * * * *", async () => {
    await deleteExpiredSessions(db, now(), new Date(now().getTime() - idleMs));
    await deleteExpiredLimits(db, now());
    await deleteUnusedDevices(db, now());
    await accountLinks.prune();
    await factors.prune();
  });
}
