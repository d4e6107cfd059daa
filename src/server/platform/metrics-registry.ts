import { Counter, Gauge, type Registry } from "prom-client";

/** Counters of the features. Each process counts from its own start. */
const COUNTERS = {
  count_differences_total: {
    help: "Kept order counts and tags that the nightly check found wrong and corrected",
    labels: [],
  },
  audit_events_total: { help: "Events of the audit log by type, repeated ones included", labels: ["type"] },
  downloads_total: { help: "Downloads of documents by step and client", labels: ["step", "by"] },
  intake_key_failures_total: { help: "Calls of intake with a wrong key", labels: [] },
  mail_reports_total: {
    help: "Delivery reports from mail providers by provider and outcome",
    labels: ["provider", "outcome"],
  },
  mail_circuit_opened_total: {
    help: "Pauses of a mail transport by transport and reason",
    labels: ["transport", "reason"],
  },
  mail_attempts_total: {
    help: "Attempts to send a mail by transport and outcome",
    labels: ["transport", "outcome"],
  },
  orphan_files_removed_total: { help: "Stored files without a row that a sweep removed", labels: ["folder"] },
  packs_rendered_total: { help: "Defence packs rendered by outcome", labels: ["outcome"] },
  totp_step_offset_total: {
    help: "Right codes of authenticator apps by how many steps of 30 s the client's clock is off",
    labels: ["offset"],
  },
  tracking_failures_total: {
    help: "Refused attempts to verify an order's e-mail: wrong or over a limit",
    labels: ["kind"],
  },
} as const;

/** Set by the last check; every process that ran it shows the same value. */
const GAUGES = {
  files_missing: { help: "Document and pack rows whose file is missing from the store", labels: ["folder"] },
} as const;

type GaugeName = keyof typeof GAUGES;
type CounterName = keyof typeof COUNTERS;
type LabelsOf<N extends CounterName> = Record<(typeof COUNTERS)[N]["labels"][number], string>;

/** What features see: they count and don't know how metrics are exposed. */
export interface Metrics {
  /** Adds `n`, 1 by default. Label values are fixed words, never outside text: each new value is a new time series. */
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, n?: number): void;
  set<N extends GaugeName>(name: N, labels: Record<(typeof GAUGES)[N]["labels"][number], string>, value: number): void;
}

export interface MetricsRegistry extends Metrics {
  registerIn(registry: Registry): void;
}

export function createMetricsRegistry(): MetricsRegistry {
  const counters = new Map<string, Counter>();
  for (const [name, { help, labels }] of Object.entries(COUNTERS)) {
    counters.set(name, new Counter({ name, help, labelNames: labels, registers: [] }));
  }
  const gauges = new Map<string, Gauge>();
  for (const [name, { help, labels }] of Object.entries(GAUGES)) {
    gauges.set(name, new Gauge({ name, help, labelNames: labels, registers: [] }));
  }
  return {
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
    count: (name, labels, n = 1) => counters.get(name)?.inc(labels, n),
    registerIn: (registry) => {
      for (const metric of [...counters.values(), ...gauges.values()]) registry.registerMetric(metric);
    },
  };
}
