import { Counter, type Registry } from "prom-client";

/** What the features count of their own work. Each process counts its own, since its start. */
const COUNTERS = {
  count_differences_total: { help: "Kept order counts that the proof found wrong and mended", labels: [] },
  downloads_total: { help: "Downloads of documents by step and by whom", labels: ["step", "by"] },
  mail_reports_total: { help: "Providers' reports on mails by what became of them", labels: ["provider", "outcome"] },
  mail_road_pauses_total: { help: "Pauses of a mail road by road and reason", labels: ["road", "reason"] },
  mail_tries_total: { help: "Tries to hand a mail over by road and outcome", labels: ["road", "outcome"] },
  orphan_files_removed_total: { help: "Stored files without a row that a sweep removed", labels: ["folder"] },
  packs_rendered_total: { help: "Defence packs printed by outcome", labels: ["outcome"] },
} as const;

type CounterName = keyof typeof COUNTERS;
type LabelsOf<N extends CounterName> = Record<(typeof COUNTERS)[N]["labels"][number], string>;

/** For features: they count, and know nothing of who reads it. */
export interface Measures {
  /** Adds `n`, 1 unless told. Labels are words of ours, never text from outside. */
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, n?: number): void;
}

export interface KeptMeasures extends Measures {
  registerIn(registry: Registry): void;
}

export function createMeasures(): KeptMeasures {
  const counters = new Map<string, Counter>();
  for (const [name, { help, labels }] of Object.entries(COUNTERS)) {
    counters.set(name, new Counter({ name, help, labelNames: labels, registers: [] }));
  }
  return {
    count: (name, labels, n = 1) => counters.get(name)?.inc(labels, n),
    registerIn: (registry) => {
      for (const counter of counters.values()) registry.registerMetric(counter);
    },
  };
}
