import { sql } from "drizzle-orm";
import { type Clock, fromDrizzle, PgBoss, systemClock } from "pg-boss";
import type { Transaction } from "#server/platform/db/client.ts";
import { errorLine } from "#server/platform/error-facts.ts";
import type { Log } from "#server/platform/log.ts";
import { correctClock } from "./clock-correction.ts";
import { openJobDatabase } from "./job-database.ts";

/** A kind of background work. The payload holds ids only; the work itself is described in the tables. */
export interface JobQueue<P extends object> {
  readonly name: string;
  /** Never set: carries the payload's type. */
  readonly payload?: P;
}

export function defineQueue<P extends object>(name: string): JobQueue<P> {
  return { name };
}

export type Jobs = ReturnType<typeof createJobs>;

interface JobsOptions {
  connectionString: string;
  log: Log;
  /** False in processes that only enqueue (request tests, scripts). */
  work?: boolean;
  /** Interval of the clock check; default 20 seconds. */
  clockCheckMs?: number;
  /** Interval at which pg-boss checks the schedules; default 30 seconds. */
  scheduleSeconds?: number;
}

/** Together with pg-boss's 30 seconds between two looks at the schedules less than a minute. */
const CLOCK_CHECK_MS = 20_000;
/** How often pg-boss compares its clock with the database's, by which schedules are due. */
const SKEW_CHECK_SECONDS = 10;

/**
 * Goes on evenly when the machine's clock is set: pg-boss waits until an instant of its clock, for hours when it goes back
 * by hours.
 */
const EVEN_CLOCK: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

interface QueueHandler {
  queue: string;
  handler: (payload: object) => Promise<void>;
  concurrency: number;
  cron?: string;
}

/** Background work on pg-boss, in the same database as the business tables. */
export function createJobs({ connectionString, log, work = true, ...times }: JobsOptions) {
  const { clockCheckMs = CLOCK_CHECK_MS, scheduleSeconds } = times;
  const jobDatabase = openJobDatabase(connectionString, log);
  const boss = new PgBoss({
    db: jobDatabase,
    useListenNotify: true,
    supervise: work,
    schedule: work,
    clock: EVEN_CLOCK,
    clockMonitorIntervalSeconds: SKEW_CHECK_SECONDS,
    // A job whose worker died is reassigned after heartbeat and monitoring: about half a minute.
    monitorIntervalSeconds: 15,
    ...(scheduleSeconds && { cronMonitorIntervalSeconds: scheduleSeconds, cronWorkerIntervalSeconds: scheduleSeconds }),
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  const handlers: QueueHandler[] = [];
  let clockTimer: NodeJS.Timeout | undefined;

  async function checkClock(): Promise<void> {
    try {
      const corrected = await correctClock(jobDatabase);
      if (corrected > 0) log.warn({ corrected }, "the database's clock went back: schedules and jobs use the new time");
    } catch (error) {
      log.warn({ err: error }, "the clock check of the schedules failed");
    }
  }

  return {
    /** Enqueues in the caller's transaction: the job is committed or rolled back with it. */
    async enqueue<P extends object>(tx: Transaction, queue: JobQueue<P>, payload: P, startAfter?: Date): Promise<void> {
      const options = startAfter === undefined ? {} : { startAfter };
      await boss.send(queue.name, payload, { ...options, db: fromDrizzle(tx, sql) });
    },
    /** Registers the handler of a queue; takes effect at `start`. */
    handle<P extends object>(
      { name: queue }: JobQueue<P>,
      handler: (payload: P) => Promise<void>,
      { concurrency = 1 }: { concurrency?: number } = {},
    ): void {
      // Safe: only `enqueue` writes to the queue, with the same payload type.
      handlers.push({ queue, handler: handler as QueueHandler["handler"], concurrency });
    },
    /** Registers scheduled work (cron, UTC) that runs once across all processes, and also at start-up. */
    schedule(name: string, cron: string, handler: () => Promise<void>): void {
      handlers.push({ queue: name, handler, concurrency: 1, cron });
    },
    async start(): Promise<void> {
      await boss.start();
      if (work) {
        await checkClock();
        clockTimer = setInterval(() => void checkClock(), clockCheckMs).unref();
      }
      await Promise.all(handlers.map((each) => startHandler(boss, each, { work, log })));
    },
    /** Stops after running jobs have ended or `timeoutMs` has passed. */
    async stop(timeoutMs: number): Promise<void> {
      clearInterval(clockTimer);
      await boss.stop({ graceful: true, timeout: timeoutMs });
      await jobDatabase.close();
    },
    /** @throws Error when the job tables can't be read */
    async check(): Promise<void> {
      await boss.getQueues();
    },
  };
}

async function startHandler(
  boss: PgBoss,
  queueHandler: QueueHandler,
  { work, log }: { work: boolean; log: Log },
): Promise<void> {
  const { queue, handler, concurrency, cron } = queueHandler;
  await boss.createQueue(queue, {
    notify: true,
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds: 20,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
    ...(cron === undefined ? {} : { policy: "short" as const }),
  });
  if (cron !== undefined) await boss.schedule(queue, cron, null, { tz: "UTC" });
  if (!work) return;
  const options = {
    batchSize: 1,
    localConcurrency: concurrency,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
  };
  await boss.work<object>(queue, options, async (jobs) => {
    for (const { data } of jobs) {
      await handler(data).catch((error: unknown) => {
        log.warn({ err: error, queue }, "a job failed");
        // pg-boss stores thrown errors with all properties (parameters, rows, addresses) where no purge reaches them.
        throw new Error(errorLine(error));
      });
    }
  });
  if (cron !== undefined) await boss.send(queue, {});
}
