// npm run import -- FILE.csv [--dry-run] [--skip-bad]: imports orders from a file. The program may be running.
import path from "node:path";
import { parseArgs } from "node:util";
import { loadConfig } from "#server/config.ts";
import { createGatewaysService } from "#server/features/gateways/gateways.service.ts";
import { createCsvImport, IMPORT_CONNECTIONS } from "#server/features/intake/csv-import.service.ts";
import { broadcastChanges } from "#server/features/live/broadcast-changes.ts";
import { createReceivedOrdersService } from "#server/features/orders/intake/received-orders.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { commandSentence, reachDatabase } from "./data-copy/installation.ts";
import { type ImportCommand, runImport } from "./import-orders/run-import.ts";

const USAGE = "Usage: npm run import -- FILE.csv [--dry-run] [--skip-bad]";

function readCommand(): ImportCommand | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" }, "skip-bad": { type: "boolean" } },
    });
    const [file, more] = positionals;
    if (file === undefined || more !== undefined) return undefined;
    return { file: path.resolve(file), isDryRun: values["dry-run"] ?? false, skipBad: values["skip-bad"] ?? false };
  } catch {
    return undefined;
  }
}

async function main(command: ImportCommand): Promise<number> {
  const config = loadConfig(process.env);
  const { dataDir, filingWindowDays, gatewayNames } = config;
  const server = await reachDatabase({ dataDir: path.resolve(dataDir), databaseUrl: config.databaseUrl ?? undefined });
  const log = { warn: (_context: object, message: string) => console.error(message) };
  const database = createDatabase(server.connectionString, {
    max: IMPORT_CONNECTIONS,
    applicationName: "arrival-desk import",
    log,
  });
  const stops = [() => database.close(), () => server.close()];
  try {
    await migrate(database.pool);
    const broadcast = await broadcastChanges(database, log);
    stops.unshift(() => broadcast.close());
    const { db } = database;
    const gateways = createGatewaysService({ db });
    await gateways.ensure(gatewayNames);
    const receivedOrders = createReceivedOrdersService({
      timeline: createTimelineService(),
      filingWindowDays,
      gateways,
    });
    return await runImport(createCsvImport({ db, now: systemClock, gateways, receivedOrders }), command);
  } finally {
    for (const stop of stops) await stop();
  }
}

const command = readCommand();
if (command === undefined) {
  console.error(USAGE);
  process.exit(2);
}
try {
  process.exitCode = await main(command);
} catch (error) {
  console.error(`The import failed: ${commandSentence(error)}`);
  process.exitCode = 1;
}
