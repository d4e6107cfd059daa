import type { Config } from "./config.ts";
import { registerAuthJobs } from "./features/auth/auth.jobs.ts";
import { createAuthService } from "./features/auth/auth.service.ts";
import { createLimits } from "./features/auth/limits.ts";
import { createTokenSigner } from "./features/auth/tokens.ts";
import { createGatewaysService } from "./features/gateways/gateways.service.ts";
import { createIntakeService } from "./features/intake/intake.service.ts";
import { createBulkMovesService } from "./features/orders/bulk-moves.service.ts";
import { registerOrderJobs } from "./features/orders/orders.jobs.ts";
import { orderExists } from "./features/orders/orders.repository.ts";
import { createOrdersService } from "./features/orders/orders.service.ts";
import { createPurgeService } from "./features/orders/purge.service.ts";
import { createReceivedOrdersService } from "./features/orders/received-orders.service.ts";
import { createRemarksService } from "./features/remarks/remarks.service.ts";
import { createTimelineService } from "./features/timeline/timeline.service.ts";
import type { Clock } from "./platform/clock.ts";
import type { DatabaseHandle } from "./platform/db/client.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Secrets } from "./program.ts";

/** What tests shorten or replace; nothing of it is configuration. */
export type ServiceOptions = Record<never, never>;

export interface ServiceDeps {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  jobs: Jobs;
  now: Clock;
  log: Log;
  /** Where people reach the program; asked late, because a free port is known only once it listens. */
  publicUrl: () => string;
  options: ServiceOptions;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** The features, wired to each other: the one place that knows all of them. */
export async function createServices({ config, secrets, database, jobs, now }: ServiceDeps) {
  const { db, pool } = database;
  const limits = createLimits(pool);
  const timeline = createTimelineService();
  const auth = createAuthService({ db, now, tokens: createTokenSigner(secrets.session), limits });
  const gateways = createGatewaysService({ db });
  const remarks = createRemarksService({ db, now, timeline, orders: { exists: orderExists } });
  const orders = createOrdersService({
    db,
    now,
    timeline,
    relations: async (queryable, orderId) => {
      const [remark, history] = await Promise.all([
        remarks.list(queryable, orderId),
        timeline.list(queryable, orderId),
      ]);
      return { remark, timeline: history, uploadDoc: [], mailHistory: [], downloadHistory: [] };
    },
  });
  const purge = createPurgeService({ db, now, timeline, removeFiles: async () => {} });
  const bulkMoves = createBulkMovesService({ db, now, timeline, purge });
  const { filingWindowDays } = config;
  const receivedOrders = createReceivedOrdersService({ timeline, filingWindowDays, gateways });
  const intake = createIntakeService({ db, now, receivedOrders, keys: secrets.intakeKeys });

  return {
    auth,
    bulkMoves,
    gateways,
    intake,
    limits,
    orders,
    receivedOrders,
    remarks,
    timeline,
    mailIsWrittenToFiles: true,
    checks: [
      { name: "database", check: async () => void (await pool.query("select 1")) },
      { name: "jobs", check: () => jobs.check() },
    ],
    registerJobs(): void {
      registerAuthJobs(jobs, { db, now });
      registerOrderJobs(jobs, { db, now, timeline });
      intake.registerJobs(jobs);
    },
  };
}
