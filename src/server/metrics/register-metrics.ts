import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { Counter, Gauge, type Registry } from "prom-client";
import { ORDER_STATUSES } from "#contract/orders/order-status.ts";
import type { FreeSpace, SpaceWatch } from "#server/platform/free-space.ts";
import { refusalOf } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/log.ts";
import type { MetricsRegistry } from "#server/platform/metrics-registry.ts";
import description from "../../../package.json" with { type: "json" };
import { type DatabaseMetrics, readDatabaseMetrics } from "./database-metrics.ts";
import { measurePoolWaits } from "./pool-waits.ts";

export interface MetricsDeps {
  app: FastifyInstance;
  pool: Pool;
  metrics: MetricsRegistry;
  space: Pick<SpaceWatch, "read">;
  log: Log;
}

/** Several scrapers, or a screen that refreshes every second, share one reading. */
const KEPT_MS = 5000;
/** Queued and not yet settled. */
const MAIL_STATES = ["queued", "sending", "unknown"];

/** All metrics of this program except those of the process and of HTTP; docs/operations.md explains them. */
export function registerMetrics(registry: Registry, { app, pool, metrics, space, log }: MetricsDeps): void {
  metrics.registerIn(registry);
  registerBuildInfo(registry);
  registerRefusals(registry, app);
  measurePoolWaits(registry, pool);
  registerSpace(registry, space);
  registerDatabaseMetrics(registry, keptReading(pool, log));
}

function registerSpace(registry: Registry, space: MetricsDeps["space"]): void {
  const gauge = (name: string, help: string, pick: (free: FreeSpace) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(pick(await space.read()));
      },
    });
  gauge("data_folder_free_bytes", "Free bytes of the data folder's file system", ({ bytes }) => bytes);
  gauge("data_folder_free_ratio", "Free share of the data folder's file system", ({ share }) => share);
}

function registerBuildInfo(registry: Registry): void {
  const gauge = new Gauge({
    name: "build_info",
    help: "1, with the versions of the program and of Node.js",
    labelNames: ["version", "node"],
    registers: [registry],
  });
  gauge.set({ version: description.version, node: process.versions.node }, 1);
}

function registerRefusals(registry: Registry, app: FastifyInstance): void {
  const refusals = new Counter({
    name: "refusals_total",
    help: "Refused calls by route and code of the refusal",
    labelNames: ["route", "code"],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const code = refusalOf(reply);
    if (code !== undefined) refusals.inc({ route: request.routeOptions.url ?? "unknown", code });
    done();
  });
}

/** One reading for all callers within some seconds; null while the database does not answer. */
function keptReading(pool: Pool, log: Log): () => Promise<DatabaseMetrics | null> {
  let kept: Promise<DatabaseMetrics | null> | undefined;
  let readAt = 0;
  return () => {
    if (kept === undefined || performance.now() - readAt > KEPT_MS) {
      readAt = performance.now();
      kept = readDatabaseMetrics(pool).catch((error: unknown) => {
        log.warn({ err: error }, "the metrics of the database could not be read");
        return null;
      });
    }
    return kept;
  };
}

type Reading = () => Promise<DatabaseMetrics | null>;
type Rows = { labels: Record<string, string>; value: number }[];

/** While the database is away these metrics are left out and `database_metrics_up` is 0; the scrape itself succeeds. */
function registerDatabaseMetrics(registry: Registry, read: Reading): void {
  const up = new Gauge({
    name: "database_metrics_up",
    help: "1 when the metrics of the database could be read",
    registers: [registry],
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
  up.set(0);
  const gauge = (name: string, help: string, labelNames: string[], rows: (metrics: DatabaseMetrics) => Rows) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const metrics = await read();
        this.reset();
        for (const { labels, value } of metrics === null ? [] : rows(metrics)) this.set(labels, value);
      },
    });
  gauge("orders", "Orders by status, as the screens count them", ["status"], ({ orders }) =>
    ORDER_STATUSES.map((status) => ({
      labels: { status },
      value: orders.find((row) => row.status === status)?.count ?? 0,
    })),
  );
  gauge("jobs", "Jobs by queue: due and waiting, active, failed within the last hour", ["queue", "state"], (found) =>
    found.jobs.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
  );
  gauge("jobs_oldest_seconds", "Age of the oldest waiting or active job of a queue", ["queue", "state"], (found) =>
    found.jobs
      .filter(({ state }) => state !== "failed")
      .map(({ queue, state, seconds }) => ({ labels: { queue, state }, value: seconds })),
  );
  gauge(
    "sweep_age_seconds",
    "Time since the schedules were last looked at and each sweep last ended",
    ["sweep"],
    (found) => found.sweeps.map(({ sweep, seconds }) => ({ labels: { sweep }, value: seconds })),
  );
  const mailRows = (pick: (row: DatabaseMetrics["mails"][number]) => number) => (metrics: DatabaseMetrics) =>
    MAIL_STATES.map((state) => {
      const row = metrics.mails.find((each) => each.state === state);
      return { labels: { state }, value: row === undefined ? 0 : pick(row) };
    });
  gauge(
    "mails_waiting",
    "Mails in the outbox by state",
    ["state"],
    mailRows(({ count }) => count),
  );
  gauge(
    "mails_oldest_seconds",
    "Age of the oldest mail in the outbox by state",
    ["state"],
    mailRows(({ seconds }) => seconds),
  );
}
