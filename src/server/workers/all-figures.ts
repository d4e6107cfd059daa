import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import type { ProcessFigures } from "./messages.ts";

/**
 * The figures of all workers in one. What a worker had counted stays counted when it has ended, as far as it was told:
 * a sum that fell would look like a restart of all, and each rate over it would jump.
 */
export function createAllFigures(running: () => number) {
  const told = new Map<number, ProcessFigures>();
  const ended = new Set<number>();
  let kept: ProcessFigures = [];
  const own = new Registry();
  new Gauge({
    name: "workers_running",
    help: "Server processes that serve the port",
    registers: [own],
    collect() {
      this.set(running());
    },
  });
  const endings = new Counter({
    name: "workers_ended_total",
    help: "Server processes that ended while the desk went on, by whether they were told to",
    labelNames: ["reason"],
    registers: [own],
  });

  return {
    tell(worker: number, figures: ProcessFigures): void {
      if (!ended.has(worker)) told.set(worker, figures);
    },

    /** It tells nothing any more. */
    end(worker: number, reason: "replaced" | "died"): void {
      endings.inc({ reason });
      ended.add(worker);
      const last = told.get(worker) ?? [];
      told.delete(worker);
      const counted = last.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
      // What it registers is the figures themselves, whatever its types say.
      kept = AggregatorRegistry.aggregate([counted, kept]).getMetricsAsArray() as unknown as ProcessFigures;
    },

    async text(): Promise<string> {
      const all = await AggregatorRegistry.aggregate([...told.values(), kept]).metrics();
      return `${all}\n${await own.metrics()}`;
    },
  };
}
