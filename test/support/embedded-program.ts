// A program that owns a data folder, for tests that kill it: node embedded-program.ts DATA_DIR [embedded folder]
import path from "node:path";
import { pathToFileURL } from "node:url";

const [dataDir = "", folder = path.join(import.meta.dirname, "../../src/server/platform/db/embedded")] =
  process.argv.slice(2);
const entry = pathToFileURL(path.join(folder, "start-embedded-postgres.ts")).href;
const { startEmbeddedPostgres } = (await import(
  entry
)) as typeof import("#server/platform/db/embedded/start-embedded-postgres.ts");

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
try {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: (_context, message) => print({ message }), warn: (_context, message) => print({ message }) },
  });
  process.once("SIGTERM", async () => {
    await server.stop();
    process.exit(0);
  });
  print({ connectionString: server.connectionString, clusterDir: server.clusterDir });
} catch (error) {
  print({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
