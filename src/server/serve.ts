import { buildApp, WEB_ROOT } from "./app.ts";
import { systemClock } from "./platform/clock.ts";
import { createDatabase } from "./platform/db/client.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import type { PreparedInstallation } from "./preparation.ts";
import type { Program, ProgramOptions } from "./program.types.ts";
import { createServices } from "./services.ts";

/** How long requests and jobs in progress have to end. */
const JOBS_END_MS = 5000;

/** Starts services, jobs and the HTTP server on a prepared installation. If a step fails, the others are stopped again. */
export async function serve(
  options: ProgramOptions,
  installation: PreparedInstallation,
): Promise<Omit<Program, "signIns">> {
  const { config, log, now = systemClock, work = true, webRoot = WEB_ROOT, onRoute } = options;
  const { connectionString, secrets } = installation;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const database = createDatabase(connectionString, {
      max: config.databaseConnections,
      log,
      ...(config.databaseReadUrl !== null && { reading: { connectionString: config.databaseReadUrl } }),
    });
    stops.push(() => database.close());

    const jobs = createJobs({ connectionString, log, work });
    let publicUrl = config.publicUrl;
    const services = await createServices({
      config,
      secrets,
      database,
      jobs,
      now,
      log,
      publicUrl: () => publicUrl ?? `http://${config.host}:${config.port}`,
      options: options.services ?? {},
    });
    stops.push(() => services.packRenderer.close());
    services.audit.start();
    stops.push(() => services.audit.stop());
    services.viewLog.start();
    stops.push(() => services.viewLog.stop());
    stops.push(() => services.sessionUse.stop());
    await services.live.start();
    stops.push(() => services.live.stop());
    services.registerJobs();
    await services.passkeys.reportOtherHosts();
    const startJobs = async () => {
      await jobs.start();
      stops.push(() => jobs.stop(JOBS_END_MS));
      if (work) {
        services.countKeeper.start();
        stops.push(() => services.countKeeper.stop());
      }
    };
    // Registering the routes takes as long as starting the jobs, which mostly waits for the database.
    const [started, built] = await Promise.allSettled([
      startJobs(),
      buildApp({ config, services, pool: database.pool, now, log, webRoot, ...(onRoute && { onRoute }) }),
    ]);
    if (started.status === "rejected") throw started.reason;
    if (built.status === "rejected") throw built.reason;
    const app = built.value;
    stops.push(() => app.http.close());
    const address = await app.http.listen({ host: config.host, port: config.port });
    publicUrl ??= address;
    return {
      address,
      stop: async () => {
        if (config.drainMs > 0) await app.shutdown.announce(config.drainMs);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
