import { isDeepStrictEqual } from "node:util";
import { SOON_MS } from "#contract/orders/order-due.ts";
import { LATE_COUNT_LIMIT, type LateCount } from "#contract/orders/orders.ts";
import { SERVICE_SETTINGS_MESSAGES } from "#contract/service-settings/messages.ts";
import type { SaveServiceSettings, ServiceSettings } from "#contract/service-settings/service-settings.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { sharedRead } from "#server/platform/batching.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { recomputeQueue, registerDueJobs } from "./due-times.jobs.ts";
import { countLate } from "./due-times.repository.ts";
import {
  areServiceSettingsStored,
  lockServiceSettings,
  readServiceSettings,
  writeServiceSettings,
} from "./service-settings.repository.ts";

interface DueTimesDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "record">;
  jobs: Jobs;
}

/** For changes of orders that had read the former settings and were written after the job passed. */
const AGAIN_MS = 60_000;

export type DueTimesService = ReturnType<typeof createDueTimesService>;

/** The settings of the due times, and how many orders are late (decision record 0092). */
export function createDueTimesService({ db, now, audit, jobs }: DueTimesDeps) {
  return {
    /** Shared: a live event makes all screens ask at once. */
    lateCount: sharedRead(async (): Promise<LateCount> => {
      const at = now();
      const { late, soon } = await countLate(db, at, new Date(at.getTime() + SOON_MS));
      const most = (count: number) => Math.min(count, LATE_COUNT_LIMIT);
      return { late: most(late), soon: most(soon), capped: late > LATE_COUNT_LIMIT };
    }),

    settings: (): Promise<ServiceSettings> => readServiceSettings(db),

    areSettingsSaved: (): Promise<boolean> => areServiceSettingsStored(db),

    /**
     * Saves the settings and has the open orders computed anew.
     * @returns false when nothing differs
     * @throws AppError conflict_version when the stored settings are not those that were changed
     */
    async saveSettings(actor: { id: number }, { before, ...settings }: SaveServiceSettings): Promise<boolean> {
      return await db.transaction(async (tx) => {
        const stored = await lockServiceSettings(tx);
        const changed = (["hours", "margins", "calendar"] as const).filter(
          (part) => !isDeepStrictEqual(stored[part], settings[part]),
        );
        if (changed.length === 0) {
          // The defaults are stored too: somebody has decided for them.
          await writeServiceSettings(tx, stored);
          return false;
        }
        if (before !== undefined && !isDeepStrictEqual(stored, before)) {
          throw new AppError("conflict_version", SERVICE_SETTINGS_MESSAGES.serviceChangedMeanwhile);
        }
        const at = now();
        await writeServiceSettings(tx, settings);
        const event = { type: "service-changed", data: { changed, settings } } as const;
        await audit.record(tx, { at, actorId: actor.id, event });
        await jobs.enqueue(tx, recomputeQueue, {});
        await jobs.enqueue(tx, recomputeQueue, {}, new Date(at.getTime() + AGAIN_MS));
        return true;
      });
    },

    registerJobs: (): void => registerDueJobs(jobs, { db, now }),
  };
}
