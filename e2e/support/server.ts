// The program that the browser tests drive: the real one on an embedded PostgreSQL of its own, in a temporary folder.
// A second port lets a test stop the database and start it again, read the mails and put accounts into a state.
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import type { QueryResultRow } from "pg";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createLog } from "#server/platform/log.ts";
import { startProgram } from "#server/program.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { readResetMails } from "#test/support/reset-mails.ts";
import { sendgridKeys } from "#test/support/sendgrid-signer.ts";
import { INTAKE_KEY, STAFF } from "./staff.ts";

const port = Number(process.env.E2E_PORT ?? 4631);
const dataDir = await makeDataFolder();
const log = createLog(process.env.LOG_LEVEL ?? "silent");

const startDatabase = () => startEmbeddedPostgres({ dataDir, log });
let postgres = await startDatabase();

const database = createDatabase(postgres.connectionString, { log });
await migrate(database.pool);
await ensureMembers(database.db, () => new Date(), STAFF);
await database.close();

const config = loadConfig({
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.connectionString,
  SESSION_SECRET: "a secret of the browser tests, long enough",
  INTAKE_API_KEY: INTAKE_KEY,
  DEMO: "0",
  PORT: String(port),
});
// Mails become files, and SendGrid reports of them all the same.
const sendgrid = sendgridKeys();
const program = await startProgram({
  config,
  log,
  services: { hooks: { topicArn: null, webhookKey: sendgrid.webhookKey } },
});

const { rows: passwords } = await withDatabase<{ id: number; password_hash: string }>(
  "select id, password_hash from members",
);

/** What an action answers is text, or nothing. */
const actions: Record<string, () => Promise<unknown>> = {
  "/database/stop": () => postgres.stop(),
  "/database/start": async () => {
    postgres = await startDatabase();
  },
  "/reset-link": async () => (await readResetMails(dataDir)).at(-1)?.link,
  "/sendgrid/key": async () => sendgrid.key.export({ type: "pkcs8", format: "pem" }),
  "/sendgrid/take-mails": async () => {
    const { rows } = await withDatabase<{ id: number }>(
      "update mails set state = 'sent', transport = 'sendgrid' where state = 'written' returning id, attempt_id",
    );
    return JSON.stringify(rows);
  },
  "/sign-ins/age": () => withDatabase("update sessions set created_at = created_at - interval '16 minutes'"),
  "/passwords/restore": async () => {
    for (const { id, password_hash } of passwords) {
      await withDatabase("update members set password_hash = $2 where id = $1", [id, password_hash]);
    }
    await withDatabase("delete from rate_limits");
  },
};

async function withDatabase<Row extends QueryResultRow>(statement: string, values: unknown[] = []) {
  const { pool, close } = createDatabase(postgres.connectionString, { log });
  try {
    return await pool.query<Row>(statement, values);
  } finally {
    await close();
  }
}

const control = createServer((request, response) => {
  const action = actions[request.url ?? ""];
  if (action === undefined) return void response.writeHead(404).end();
  action().then(
    (answer) => {
      if (typeof answer === "string") response.writeHead(200).end(answer);
      else response.writeHead(204).end();
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
control.listen(port + 1, "127.0.0.1");

const ending = Promise.withResolvers<void>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.resolve());
await ending.promise;
control.close();
await program.stop();
await postgres.stop();
await rm(path.dirname(dataDir), { recursive: true, force: true });
process.exit(0);
