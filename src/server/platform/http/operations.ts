import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Log } from "#server/platform/log.ts";

export interface ReadinessCheck {
  name: string;
  /** Throws when the part does not answer. */
  check(): Promise<void>;
}

interface OperationsOptions {
  checks: readonly ReadinessCheck[];
  figures: Figures;
  metricsToken: string | null;
  /** PUBLIC_URL or TRUSTED_PROXIES say that something stands in front. */
  isProxied: boolean;
  log: Log;
  /** Told to stop: takes requests still, and wants no more of them. */
  isLeaving: () => boolean;
}

/** What `/metrics` answers: of this process, or of all that serve one port. */
export interface Figures {
  contentType: string;
  text(): Promise<string>;
}

const CHECK_TIMEOUT_MS = 3000;
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const isPublic = { config: { access: "public" as const } };

/** The addresses for whoever runs the program: alive, ready, and its figures. */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get("/healthz", isPublic, async () => ({ status: 1, message: "" }));

  app.get("/readyz", isPublic, async () => {
    const failed: string[] = [];
    if (options.isLeaving()) failed.push("stopping");
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
    return reply.type(options.figures.contentType).send(await options.figures.text());
  });
}

/** The token where one is configured; else the machine itself, unless people come through a proxy, which is the machine too. */
function mayReadMetrics(request: FastifyRequest, token: string | null, isProxied: boolean): boolean {
  if (token === null) {
    const isForwarded = isProxied || request.headers["x-forwarded-for"] !== undefined;
    return LOOPBACK.has(request.socket.remoteAddress ?? "") && !isForwarded;
  }
  const presented = Buffer.from((request.headers.authorization ?? "").replace(/^Bearer\s+/i, ""));
  const wanted = Buffer.from(token);
  return presented.length === wanted.length && timingSafeEqual(presented, wanted);
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
