import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { Counter, Gauge, type Registry } from "prom-client";
import { ORDER_STATUSES } from "#contract/order-status.ts";
import { refusalOf } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/log.ts";
import type { KeptMeasures } from "#server/platform/measures.ts";
import description from "../../../package.json" with { type: "json" };
import { type DatabaseFigures, readDatabaseFigures } from "./database-figures.ts";
import { measurePoolWaits } from "./pool-waits.ts";

export interface FiguresDeps {
  app: FastifyInstance;
  pool: Pool;
  measures: KeptMeasures;
  log: Log;
}

/** Several scrapers, and a screen that asks every second, share one reading. */
const KEPT_MS = 5000;
/** In the outbox and not yet out. */
const MAIL_STATES = ["queued", "sending", "unknown"];

/** All that an operator reads of this program beside the process and its calls: docs/operations.md says what it means. */
export function registerFigures(registry: Registry, { app, pool, measures, log }: FiguresDeps): void {
  measures.registerIn(registry);
  registerBuildInfo(registry);
  registerRefusals(registry, app);
  measurePoolWaits(registry, pool);
  registerDatabaseFigures(registry, keptReading(pool, log));
}

function registerBuildInfo(registry: Registry): void {
  const gauge = new Gauge({
    name: "build_info",
    help: "1, with the versions of the program and of Node.js",
    labelNames: ["version", "node"],
    aggregator: "first",
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

/** One reading for all who ask within some seconds; null while the database does not answer. */
function keptReading(pool: Pool, log: Log): () => Promise<DatabaseFigures | null> {
  let kept: Promise<DatabaseFigures | null> | undefined;
  let readAt = 0;
  return () => {
    if (kept === undefined || performance.now() - readAt > KEPT_MS) {
      readAt = performance.now();
      kept = readDatabaseFigures(pool).catch((error: unknown) => {
        log.warn({ err: error }, "the figures of the database could not be read");
        return null;
      });
    }
    return kept;
  };
}

type Reading = () => Promise<DatabaseFigures | null>;
type Rows = { labels: Record<string, string>; value: number }[];

/** While the database is away these figures are left out and `database_figures_up` is 0; the scrape itself succeeds. */
function registerDatabaseFigures(registry: Registry, read: Reading): void {
  const up = new Gauge({
    name: "database_figures_up",
    help: "1 when the figures of the database could be read",
    aggregator: "min",
    registers: [registry],
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
  up.set(0);
  // Every process reads the same: of several one value counts, not their sum.
  const gauge = (name: string, help: string, labelNames: string[], rows: (figures: DatabaseFigures) => Rows) =>
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: "max",
      registers: [registry],
      async collect() {
        const figures = await read();
        this.reset();
        for (const { labels, value } of figures === null ? [] : rows(figures)) this.set(labels, value);
      },
    });
  gauge("orders", "Orders by status, as the screens count them", ["status"], ({ orders }) =>
    ORDER_STATUSES.map((status) => ({
      labels: { status },
      value: orders.find((row) => row.status === status)?.count ?? 0,
    })),
  );
  gauge("jobs", "Jobs by queue: due and waiting, under way, failed within the last hour", ["queue", "state"], (found) =>
    found.jobs.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
  );
  gauge(
    "jobs_oldest_seconds",
    "Age of the oldest job of a queue that waits or is under way",
    ["queue", "state"],
    (found) =>
      found.jobs
        .filter(({ state }) => state !== "failed")
        .map(({ queue, state, seconds }) => ({ labels: { queue, state }, value: seconds })),
  );
  const mailRows = (pick: (row: DatabaseFigures["mails"][number]) => number) => (figures: DatabaseFigures) =>
    MAIL_STATES.map((state) => {
      const row = figures.mails.find((each) => each.state === state);
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
