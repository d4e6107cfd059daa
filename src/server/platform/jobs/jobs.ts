import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Transaction } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";
import { openJobDatabase } from "./job-database.ts";

/** A kind of background work. The payload names the work by id: what is to be done stands in the tables. */
export interface JobQueue<P extends object> {
  readonly name: string;
  /** Only for the compiler: the payload's type. */
  readonly payload?: P;
}

export function defineQueue<P extends object>(name: string): JobQueue<P> {
  return { name };
}

export interface Jobs {
  /** Enqueues inside the caller's transaction: committed or rolled back with it. */
  enqueue<P extends object>(tx: Transaction, queue: JobQueue<P>, payload: P, startAfter?: Date): Promise<void>;
  /** Registers the worker of a queue; takes effect at `start`. */
  handle<P extends object>(
    queue: JobQueue<P>,
    handler: (payload: P) => Promise<void>,
    options?: { concurrency?: number },
  ): void;
  /** Registers work that runs by the clock (cron, UTC), once for all processes, and at start-up. */
  schedule(name: string, cron: string, handler: () => Promise<void>): void;
  start(): Promise<void>;
  /** Lets running jobs end (at most `timeoutMs`), then stops. */
  stop(timeoutMs: number): Promise<void>;
  /** Throws when the job tables do not answer. */
  check(): Promise<void>;
}

interface JobsOptions {
  connectionString: string;
  log: Log;
  /** False in processes that only enqueue (tests of a request, scripts). */
  work?: boolean;
}

interface Worker {
  queue: string;
  handler: (payload: object) => Promise<void>;
  concurrency: number;
  cron?: string;
}

/** Background work on pg-boss, in the same database as the business tables. */
export function createJobs({ connectionString, log, work = true }: JobsOptions): Jobs {
  const jobDatabase = openJobDatabase(connectionString, log);
  const boss = new PgBoss({
    db: jobDatabase,
    useListenNotify: true,
    supervise: work,
    schedule: work,
    // A job whose worker died is given to another after heartbeat and monitor: about half a minute.
    monitorIntervalSeconds: 15,
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  const workers: Worker[] = [];

  return {
    enqueue: async (tx, queue, payload, startAfter) => {
      const options = startAfter === undefined ? {} : { startAfter };
      await boss.send(queue.name, payload, { ...options, db: fromDrizzle(tx, sql) });
    },
    handle: (queue, handler, options = {}) => {
      // The payload's type is fixed by the queue, which only `enqueue` writes to.
      workers.push({ queue: queue.name, handler: handler as Worker["handler"], concurrency: options.concurrency ?? 1 });
    },
    schedule: (name, cron, handler) => {
      workers.push({ queue: name, handler, concurrency: 1, cron });
    },
    start: async () => {
      await boss.start();
      for (const worker of workers) await startWorker(boss, worker, work);
    },
    stop: async (timeoutMs) => {
      await boss.stop({ graceful: true, timeout: timeoutMs });
      await jobDatabase.close();
    },
    check: async () => {
      await boss.getQueues();
    },
  };
}

async function startWorker(boss: PgBoss, worker: Worker, work: boolean): Promise<void> {
  const { queue, handler, concurrency, cron } = worker;
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
    for (const job of jobs) await handler(job.data);
  });
  if (cron !== undefined) await boss.send(queue, {});
}
