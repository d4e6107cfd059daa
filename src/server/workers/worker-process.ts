import cluster, { type Worker } from "node:cluster";
import path from "node:path";
import type { FromWorker, ProcessFigures, StopOrder, ToWorker, WorkerSettings } from "./messages.ts";

/** A worker as its supervisor sees it. */
export interface WorkerProcess {
  /** Counted from 1, never given twice. */
  readonly number: number;
  /** Where it listens; rejects when it ends before it does. */
  readonly ready: Promise<string>;
  /** Settles with the reason when the process has ended, for whatever cause. */
  readonly ended: Promise<string>;
  /** Milliseconds since it was begun. */
  age(): number;
  stop(order: StopOrder): void;
  kill(): void;
  /** Undefined when it does not answer in time. */
  figures(): Promise<ProcessFigures | undefined>;
  answerFigures(id: number, text: string): void;
}

interface WorkerListeners {
  onAskedToEnd(worker: WorkerProcess): void;
  onReadFigures(worker: WorkerProcess, id: number): void;
  /** The last it tells of itself before it ends. */
  onLastFigures(worker: WorkerProcess, figures: ProcessFigures): void;
}

/** A worker that does not listen after this is taken for dead; a migration of a large database has to fit. */
const START_LIMIT_MS = 5 * 60_000;
/** Longer than a worker waits for the database, shorter than who asks for all of them waits (`worker.ts`). */
const FIGURES_LIMIT_MS = 3500;

/** Figures that nobody asked for. */
export const UNASKED = 0;

const entry = path.join(import.meta.dirname, "../main.ts");

/** Starts one more process of this program that serves the port of the others. */
export function startWorker(number: number, settings: WorkerSettings, listeners: WorkerListeners): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: entry, args: [] });
  const child = cluster.fork();
  const startedAt = performance.now();
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  const asked = new Map<number, (figures: ProcessFigures) => void>();
  let asks = UNASKED;
  let complaint: string | undefined;

  const limit = setTimeout(() => child.process.kill("SIGKILL"), START_LIMIT_MS);
  const over = (reason: string) => {
    clearTimeout(limit);
    ended.resolve(reason);
    ready.reject(new Error(complaint ?? `the worker ended before it could serve (${reason})`));
  };
  // Nobody may be waiting for it any more.
  ready.promise.catch(() => undefined);
  child.on("error", (error) => over(error.message));
  child.on("exit", (code, signal) => over(signal === null ? `exit code ${code}` : `signal ${signal}`));
  child.on("message", (message: FromWorker) => {
    if (message.kind === "ready") {
      clearTimeout(limit);
      ready.resolve(message.address);
    } else if (message.kind === "failed") complaint = message.message;
    else if (message.kind === "asked-to-end") listeners.onAskedToEnd(worker);
    else if (message.kind === "read-figures") listeners.onReadFigures(worker, message.id);
    else if (message.kind === "figures" && message.id === UNASKED) listeners.onLastFigures(worker, message.figures);
    else if (message.kind === "figures") asked.get(message.id)?.(message.figures);
  });
  send(child, { kind: "start", number, settings });

  const worker: WorkerProcess = {
    number,
    ready: ready.promise,
    ended: ended.promise,
    age: () => performance.now() - startedAt,
    stop: (order) => send(child, { kind: "stop", order }),
    kill: () => child.process.kill("SIGKILL"),
    answerFigures: (id, text) => send(child, { kind: "all-figures", id, text }),
    figures: async () => {
      asks += 1;
      const id = asks;
      const answer = Promise.withResolvers<ProcessFigures | undefined>();
      const timer = setTimeout(() => answer.resolve(undefined), FIGURES_LIMIT_MS);
      void ended.promise.then(() => answer.resolve(undefined));
      asked.set(id, answer.resolve);
      send(child, { kind: "tell-figures", id });
      const figures = await answer.promise;
      clearTimeout(timer);
      asked.delete(id);
      return figures;
    },
  };
  return worker;
}

/** To a worker that is just ending it is said in vain, which its end tells anyway. */
function send(child: Worker, message: ToWorker): void {
  if (child.isConnected()) child.send(message, (error) => void error);
}
