import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "#server/platform/log.ts";
import { createAllFigures } from "./all-figures.ts";
import type { StopOrder, WorkerSettings } from "./messages.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** Pauses before a worker is begun anew that died soon after its begin, time and again; the last one repeats. */
const PAUSES_MS = [0, 250, 500, 1000, 2000, 5000, 10_000, 30_000];
/** A worker that ran so long did not die at once. */
const STEADY_MS = 10_000;
/** So many starts in a row that fail while nobody serves are the end. */
const MOST_FAILURES = 5;
/** What a worker has for its end, drain time aside; of the program's nine seconds the rest is the database's. */
const STOP_MS = 6500;
/** What a worker has for its end that another one has replaced: nobody waits for it. */
const REPLACED_MS = 9000;

export interface SupervisorOptions {
  workers: number;
  settings: WorkerSettings;
  log: Log;
  /** Nobody serves, and no worker can be started. Called once. */
  onFailure(error: Error): void;
}

export interface Supervisor {
  /** Where all workers listen. */
  readonly address: string;
  /**
   * Replaces worker after worker, each by a new one that serves before the old one takes no more requests. Rejects when
   * a new one can't start: then the old ones stay. Asked for again while it runs, it runs once more.
   */
  restart(): Promise<void>;
  stop(drainMs: number): Promise<void>;
}

/** Starts workers on one port and keeps so many of them running. @throws Error when one of the first can't start */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { log } = options;
  const settings = await withPort(options.settings);
  const slots = Array.from({ length: options.workers }, (_, index) => index);
  const serving = new Map<number, WorkerProcess>();
  const alive = new Set<WorkerProcess>();
  /** Replaced, or about to be. */
  const leaving = new Set<WorkerProcess>();
  const stopping = new AbortController();
  const figures = createAllFigures(() => serving.size);
  let count = 0;
  let changes: Promise<unknown> = Promise.resolve();
  let isFailed = false;

  /** A worker that serves; in its slot from then on. */
  async function launch(slot: number): Promise<string> {
    count += 1;
    const worker = startWorker(count, settings, {
      onAskedToEnd: (asking) => void replaceOne(asking),
      onReadFigures: (asking, id) => {
        answerFigures(asking, id).catch((error) => log.warn({ err: error }, "the figures of the workers"));
      },
      onLastFigures: ({ number }, last) => figures.tell(number, last),
    });
    alive.add(worker);
    void worker.ended.then((reason) => over(slot, worker, reason));
    const address = await worker.ready;
    serving.set(slot, worker);
    log.info({ worker: worker.number, ms: Math.round(worker.age()) }, "a worker serves");
    return address;
  }

  function over(slot: number, worker: WorkerProcess, reason: string): void {
    alive.delete(worker);
    figures.end(worker.number, leaving.delete(worker) ? "replaced" : "died");
    if (serving.get(slot) !== worker) return;
    serving.delete(slot);
    if (stopping.signal.aborted) return;
    log.error({ worker: worker.number, reason }, "a worker died and is replaced");
    void revive(slot, worker.age() >= STEADY_MS);
  }

  const shortLives = new Map<number, number>();

  /** Tries until somebody serves in this slot. */
  async function revive(slot: number, wasSteady: boolean): Promise<void> {
    let failures = wasSteady ? 0 : (shortLives.get(slot) ?? 0) + 1;
    for (;;) {
      shortLives.set(slot, failures);
      const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      try {
        await exclusively(async () => {
          if (!stopping.signal.aborted && !serving.has(slot)) await launch(slot);
        });
        return;
      } catch (error) {
        failures += 1;
        log.error({ err: error }, "a worker could not be started");
        if (serving.size === 0 && failures >= MOST_FAILURES) fail(error);
      }
    }
  }

  function fail(cause: unknown): void {
    if (isFailed || stopping.signal.aborted) return;
    isFailed = true;
    options.onFailure(new Error("no worker can be started", { cause }));
  }

  /** One start at a time beyond the first, so that there is never more than one process too many. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = changes.then(work);
    changes = done.catch(() => undefined);
    return done;
  }

  async function replace(slot: number): Promise<void> {
    if (stopping.signal.aborted) return;
    const old = serving.get(slot);
    await launch(slot);
    if (old === undefined) return;
    leaving.add(old);
    await end(old, { reason: "replaced" }, REPLACED_MS);
  }

  async function replaceOne(asking: WorkerProcess): Promise<void> {
    const slot = slots.find((each) => serving.get(each) === asking);
    if (slot === undefined) return;
    try {
      await exclusively(async () => {
        if (serving.get(slot) === asking) await replace(slot);
      });
    } catch (error) {
      log.error({ err: error }, "a worker that was told to end stays: no other one can be started");
    }
  }

  async function answerFigures(asking: WorkerProcess, id: number): Promise<void> {
    const asked = [...serving.values()];
    const answers = await Promise.all(asked.map((worker) => worker.figures()));
    for (const [index, answer] of answers.entries()) {
      if (answer !== undefined) figures.tell(asked[index]?.number ?? 0, answer);
    }
    asking.answerFigures(id, await figures.text());
  }

  async function stop(drainMs: number): Promise<void> {
    stopping.abort();
    await Promise.all([...alive].map((worker) => end(worker, { reason: "end", drainMs }, drainMs + STOP_MS)));
  }

  const starts = await Promise.allSettled(slots.map(launch));
  const failed = starts.find((start) => start.status === "rejected");
  if (failed !== undefined) {
    await stop(0);
    throw failed.reason;
  }
  const address = starts[0]?.status === "fulfilled" ? starts[0].value : "";

  let isAskedAgain = false;
  let restarting: Promise<void> | undefined;
  async function restartAll(): Promise<void> {
    do {
      isAskedAgain = false;
      for (const slot of slots) await exclusively(() => replace(slot));
    } while (isAskedAgain);
  }

  return {
    address,
    restart: () => {
      isAskedAgain = true;
      restarting ??= restartAll().finally(() => {
        restarting = undefined;
      });
      return restarting;
    },
    stop,
  };
}

/** A free port is chosen once: should all workers die at a time, the next ones would get another. */
async function withPort(settings: WorkerSettings): Promise<WorkerSettings> {
  const { config } = settings;
  if (config.port !== 0) return settings;
  const server = createServer().listen(0, config.host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return { ...settings, config: { ...config, port } };
}

/** Tells a worker to end, and ends it when it does not. */
async function end(worker: WorkerProcess, order: StopOrder, limitMs: number): Promise<void> {
  worker.stop(order);
  const limit = setTimeout(worker.kill, limitMs);
  await worker.ended;
  clearTimeout(limit);
}
