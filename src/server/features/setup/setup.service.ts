import { DAY_MS } from "#contract/dates.ts";
import { BACKUP_DAYS, type Setup } from "#contract/setup/setup.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { LAST_BACKUP, readSetting } from "#server/platform/db/settings.ts";
import { readTraces } from "./setup.repository.ts";

interface SetupDeps {
  db: Queryable;
  now: Clock;
  /** By the configuration. */
  configured: Pick<Setup, "company" | "mail_provider">;
  areDueTimesSaved: () => Promise<boolean>;
}

export type SetupService = ReturnType<typeof createSetupService>;

/** How far a new installation has come. */
export function createSetupService({ db, now, configured, areDueTimesSaved }: SetupDeps) {
  return {
    async read(): Promise<Setup> {
      const [traces, due_times, backup] = await Promise.all([
        readTraces(db),
        areDueTimesSaved(),
        readSetting(db, LAST_BACKUP),
      ]);
      const isRecent = backup !== null && now().getTime() - Date.parse(backup) < BACKUP_DAYS * DAY_MS;
      const mail_sent = configured.mail_provider && traces.mail_sent;
      return { ...configured, ...traces, mail_sent, due_times, backup: isRecent };
    },
  };
}
