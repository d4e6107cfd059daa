import { Registry } from "prom-client";
import { createLog } from "#server/platform/log.ts";
import type { Served, ServeOptions } from "#server/program.ts";
import type { FromWorker, StopOrder, ToWorker, WorkerSettings } from "./messages.ts";
import { UNASKED } from "./worker-process.ts";

const FIGURES_LIMIT_MS = 5000;

/**
 * One of several processes that serve a port. It starts and stops as its supervisor says, and dies with it. Signals to
 * the whole group are the supervisor's to answer; one to this process alone asks for another in its place.
 */
export function runWorker(serve: (options: ServeOptions) => Promise<Served>): void {
  const stop = Promise.withResolvers<StopOrder>();
  const waiting = new Map<number, (text: string) => void>();
  let reads = 0;
  let served: Served | undefined;

  process.on("SIGINT", () => undefined);
  process.on("SIGUSR2", () => undefined);
  process.on("SIGTERM", () => void tell({ kind: "asked-to-end" }));
  process.on("message", (message: ToWorker) => {
    if (message.kind === "start") void run(message.number, message.settings);
    else if (message.kind === "stop") stop.resolve(message.order);
    else if (message.kind === "all-figures") waiting.get(message.id)?.(message.text);
    else if (message.kind === "tell-figures") {
      // Who asked learns it by waiting in vain.
      tellFigures(message.id).catch((error) => process.emitWarning(error));
    }
  });

  async function tellFigures(id: number): Promise<void> {
    if (served !== undefined) await tell({ kind: "figures", id, figures: await served.figures() });
  }

  /** The figures of all workers: only the supervisor has them. */
  async function readAll(): Promise<string> {
    reads += 1;
    const id = reads;
    const answer = Promise.withResolvers<string>();
    const timer = setTimeout(
      () => answer.reject(new Error("the figures of the workers did not come")),
      FIGURES_LIMIT_MS,
    );
    waiting.set(id, answer.resolve);
    try {
      await tell({ kind: "read-figures", id });
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  async function run(number: number, settings: WorkerSettings): Promise<void> {
    const { config, connectionString, secrets, ...rest } = settings;
    const log = createLog(config.logLevel).child({ worker: number });
    try {
      const allFigures = { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: readAll };
      served = await serve({ ...rest, config, log, desk: { connectionString, secrets }, allFigures });
    } catch (error) {
      await tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
      process.exit(1);
    }
    await tell({ kind: "ready", address: served.address });
    const order = await stop.promise;
    await served.stop(order);
    await tellFigures(UNASKED);
    process.exit(0);
  }
}

/** Resolves when it is on its way. Without a supervisor there is nobody to tell, and this process ends by itself. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
