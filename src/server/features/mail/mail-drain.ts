import { mailQueue } from "./mail.jobs.ts";
import type { DueMail } from "./mail.repository.ts";
import type { DeliveryDeps } from "./mail-delivery.ts";

/**
 * Mails that are claimed at once, waiting to be sent, on their way, or being written down: more than are sent at once,
 * because a claim and an outcome wait for the disk, however many mails they are about. A process that dies leaves all of
 * them in doubt, hence not more.
 */
const CLAIMED_AT_ONCE = 32;
/** The next ones are claimed together once so few are left. */
const REFILL_AT = 16;
/** A drain ends after this and calls the next one, so that a program that is told to stop does not wait for it. */
const DRAIN_MS = 2_000;

interface DrainSteps {
  /** Mails whose step is due, the longest waiting first, without those that were broken. */
  findDue(limit: number, broken: readonly number[]): Promise<DueMail[]>;
  /** Claims, and hands back what is then under way. */
  begin(dues: readonly DueMail[]): Promise<Promise<void>[]>;
}

/** Takes one step of every mail that is due; calls that meet share one run. */
export function createMailDrain({ db, jobs }: Pick<DeliveryDeps, "db" | "jobs">, { findDue, begin }: DrainSteps) {
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const end = performance.now() + DRAIN_MS;
    const underWay = new Set<Promise<void>>();
    const broken = new Set<number>();
    const failures: unknown[] = [];
    const follow = (step: Promise<void>, ids: readonly number[]) => {
      const followed = step
        .catch((error: unknown) => {
          failures.push(error);
          for (const id of ids) broken.add(id);
        })
        .finally(() => underWay.delete(followed));
      underWay.add(followed);
    };
    let next: number | undefined;
    for (;;) {
      const dues = await findDue(CLAIMED_AT_ONCE - underWay.size, [...broken]);
      const isOver = performance.now() >= end;
      next = isOver ? dues[0]?.mail.id : undefined;
      if (dues.length === 0 || isOver) break;
      const ids = dues.map(({ mail }) => mail.id);
      try {
        for (const step of await begin(dues)) follow(step, ids);
      } catch (error) {
        follow(Promise.reject(error), ids);
      }
      while (underWay.size > REFILL_AT) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    if (next !== undefined) {
      const mailId = next;
      await db.transaction((tx) => jobs.enqueue(tx, mailQueue, { mailId }));
    }
    if (failures.length > 0) throw new AggregateError(failures, "some mails could not be brought on");
  }

  return (): Promise<void> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
