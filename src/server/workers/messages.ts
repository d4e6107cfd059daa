import type { Registry } from "prom-client";
import type { Config } from "#server/config.ts";

/** What a process has counted and measured, as it travels. */
export type ProcessFigures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The configuration of a worker: complete, with the database and the secrets that its supervisor has made. */
export interface WorkerSettings {
  config: Config;
  connectionString: string;
  secrets: { session: string; intakeKeys: string[] };
  /** Size of its pool. */
  connections: number;
  /** Folder of the built pages, when it is another one; null serves the calls alone. */
  webRoot?: string | null;
}

/** How a worker ends: with the whole desk, or because another one has taken its place. */
export type StopOrder = { reason: "end"; drainMs: number } | { reason: "replaced" };

export type ToWorker =
  | { kind: "start"; number: number; settings: WorkerSettings }
  | { kind: "stop"; order: StopOrder }
  | { kind: "tell-figures"; id: number }
  | { kind: "all-figures"; id: number; text: string };

export type FromWorker =
  | { kind: "ready"; address: string }
  | { kind: "failed"; message: string }
  /** Somebody has told this worker alone to end. */
  | { kind: "asked-to-end" }
  | { kind: "figures"; id: number; figures: ProcessFigures }
  | { kind: "read-figures"; id: number };
