import { mailQueue } from "./mail.jobs.ts";
import type { DueMail } from "./mail.repository.ts";
import type { DeliveryDeps } from "./mail.types.ts";

/**
 * Mails claimed at a time: waiting for a slot, being sent, or having their outcome written. More than are sent at a time,
 * because claims and outcomes wait for the disk however many mails they cover; not more than this, because the outcome
 * of each is in doubt if the process dies.
 */
const MAX_CLAIMED = 32;
/** The next batch is claimed once this few are left. */
const REFILL_AT = 16;
/** A run ends after this and queues the next one, so that a shutdown doesn't have to wait for it. */
const MAX_RUN_MS = 2_000;

interface DispatchSteps {
  /** Mails whose next step is due, oldest due time first, except those that failed in this run. */
  findDue(limit: number, failedIds: readonly number[]): Promise<DueMail[]>;
  /** Claims the mails and returns the steps that are then in progress. */
  start(dues: readonly DueMail[]): Promise<Promise<void>[]>;
}

/** Takes the next step of every mail that is due; concurrent calls share one run. */
export function createMailDispatcher(
  { db, jobs }: Pick<DeliveryDeps, "db" | "jobs">,
  { findDue, start }: DispatchSteps,
) {
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const end = performance.now() + MAX_RUN_MS;
    const inProgress = new Set<Promise<void>>();
    const failedIds = new Set<number>();
    const failures: unknown[] = [];
    const track = (step: Promise<void>, ids: readonly number[]) => {
      const tracked = step
        .catch((error: unknown) => {
          failures.push(error);
          for (const id of ids) failedIds.add(id);
        })
        .finally(() => inProgress.delete(tracked));
      inProgress.add(tracked);
    };
    let next: number | undefined;
    for (;;) {
      const dues = await findDue(MAX_CLAIMED - inProgress.size, [...failedIds]);
      const isOver = performance.now() >= end;
      next = isOver ? dues[0]?.mail.id : undefined;
      if (dues.length === 0 || isOver) break;
      const ids = dues.map(({ mail }) => mail.id);
      try {
        for (const step of await start(dues)) track(step, ids);
      } catch (error) {
        track(Promise.reject(error), ids);
      }
      while (inProgress.size > REFILL_AT) await Promise.race(inProgress);
    }
    await Promise.all(inProgress);
    if (next !== undefined) {
      const mailId = next;
      await db.transaction((tx) => jobs.enqueue(tx, mailQueue, { mailId }));
    }
    if (failures.length > 0) throw new AggregateError(failures, "some mails could not be processed");
  }

  return (): Promise<void> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
