import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from "prom-client";
import { isEventStream } from "./route.ts";

/** Process defaults, request durations by route and status, connection pool use and open event streams. */
export function registerProcessMetrics(
  app: FastifyInstance,
  registry: Registry,
  pool: Pool,
  openStreams: () => number,
): void {
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request to the end of its response",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "database_pool_connections",
    help: "Connections of the pool by state",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waited_for" }, pool.waitingCount);
    },
  });
  new Gauge({
    name: "live_streams_open",
    help: "Open event streams",
    registers: [registry],
    collect() {
      this.set(openStreams());
    },
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (!isEventStream(reply)) {
      const route = request.routeOptions.url ?? "unknown";
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      durations.observe(labels, reply.elapsedTime / 1000);
    }
    done();
  });
}
