import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { MESSAGES } from "#contract/messages.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Log } from "#server/platform/log.ts";
import { within } from "#server/platform/within.ts";

export interface ReadinessCheck {
  name: string;
  /** @throws Error when the component does not answer */
  check(): Promise<void>;
}

interface OperationsOptions {
  checks: readonly ReadinessCheck[];
  /** The metrics of this process. */
  registry: Registry;
  metricsToken: string | null;
  /** PUBLIC_URL or TRUSTED_PROXIES indicate a proxy in front. */
  isProxied: boolean;
  log: Log;
  /** True while the server drains: it still serves requests but reports not ready. */
  isShuttingDown: () => boolean;
}

const CHECK_TIMEOUT_MS = 3000;
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
/** Prevents DNS rebinding: a foreign page whose name resolves to this machine sends its own Host header. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?$/i;
const isPublic = { config: { access: "public" as const } };

/** The operators' endpoints: liveness, readiness and metrics. */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get("/healthz", isPublic, async () => ({ status: 1, message: "" }));

  app.get("/readyz", isPublic, async () => {
    const failed: string[] = [];
    if (options.isShuttingDown()) failed.push("stopping");
    await Promise.all(
      options.checks.map(async ({ name, check }) => {
        try {
          await within(CHECK_TIMEOUT_MS, check());
        } catch (error) {
          options.log.warn({ err: error, part: name }, "not ready");
          failed.push(name);
        }
      }),
    );
    if (failed.length > 0) {
      throw new AppError("unavailable", MESSAGES.unavailable, {
        retryAfterSeconds: 2,
        data: { failed: failed.sort() },
      });
    }
    return { status: 1, message: "" };
  });

  app.get("/metrics", isPublic, async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken, options.isProxied)) throw notFound();
    return reply.type(options.registry.contentType).send(await options.registry.metrics());
  });
}

/** Requires the token if one is configured; otherwise allows loopback, unless a proxy on this machine could relay visitors. */
function mayReadMetrics(request: FastifyRequest, token: string | null, isProxied: boolean): boolean {
  if (token === null) {
    const isForwarded = isProxied || request.headers["x-forwarded-for"] !== undefined;
    const isLocal = LOOPBACK.has(request.socket.remoteAddress ?? "") && LOOPBACK_HOST.test(request.headers.host ?? "");
    return isLocal && !isForwarded;
  }
  const presented = Buffer.from((request.headers.authorization ?? "").replace(/^Bearer\s+/i, ""));
  const expected = Buffer.from(token);
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}
