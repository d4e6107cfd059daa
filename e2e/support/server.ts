// The program under test, one per worker: the real one on its own embedded PostgreSQL in a temporary folder. A second
// port lets tests stop and start the database, read mails and change accounts. It ends when its standard input closes,
// as it does when the worker dies.
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { QueryResultRow } from "pg";
import type { LinkMailState } from "#contract/team/team.ts";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createLog } from "#server/platform/log.ts";
import { startProgram } from "#server/program.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { newestLink } from "#test/support/mailed-links.ts";
import { freePort } from "#test/support/postgres-cluster.ts";
import { newestSetUpToken, readResetMails } from "#test/support/reset-mails.ts";
import { sendgridKeys } from "#test/support/sendgrid-signer.ts";
import type { ServerAddresses } from "./program.ts";
import { INTAKE_KEY, STAFF } from "./staff.ts";

const ending = Promise.withResolvers<void>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.resolve());
process.stdin.resume().on("close", () => ending.resolve());

const dataDir = await makeDataFolder();
const log = createLog(process.env.LOG_LEVEL ?? "silent");

const startDatabase = () => startEmbeddedPostgres({ dataDir, log, settings: { fsync: "off" } });
let postgres = await startDatabase();

const database = createDatabase(postgres.connectionString, { log });
await migrate(database.pool);
await ensureMembers(database.db, () => new Date(), STAFF);
await database.close();

const config = loadConfig({
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.connectionString,
  SESSION_SECRET: "a secret of the browser tests that is long enough",
  INTAKE_API_KEY: INTAKE_KEY,
  DEMO: "0",
  // Known before the pages are made: they name the address where passkeys work.
  PORT: String(await freePort()),
  COMPANY_NAME: "Arrival Card Ltd",
  COMPANY_ADDRESS: "1 High Street, London",
  COMPANY_TELEPHONE: "+44 20 7946 0000",
  // A slow machine needs some of the default's fifteen to open a page.
  MAIL_UNDO_SECONDS: "30",
});
// Mails are written as files, and SendGrid's reports about them are accepted.
const sendgrid = sendgridKeys();
const program = await startProgram({
  config,
  log,
  services: { hooks: { topicArn: null, webhookKey: sendgrid.webhookKey } },
});

const { rows: passwords } = await withDatabase<{ id: number; password_hash: string }>(
  "select id, password_hash from members",
);

/** An action returns text or nothing. */
const actions: Record<string, () => Promise<unknown>> = {
  "/database/stop": () => postgres.stop(),
  "/database/start": async () => {
    postgres = await startDatabase();
  },
  "/reset-link": async () => (await readResetMails(dataDir)).at(-1)?.link,
  "/email-link/confirm": () => newestLink(dataDir, "confirm-email"),
  "/email-link/contest": () => newestLink(dataDir, "contest-email"),
  "/sendgrid/key": async () => sendgrid.key.export({ type: "pkcs8", format: "pem" }),
  "/sendgrid/take-mails": async () => {
    const { rows } = await withDatabase<{ id: number }>(
      `with taken as (
        update mails set state = 'sent', transport = 'sendgrid' where state = 'written' returning id, attempt_id
      ) select id, attempt_id from taken order by id`,
    );
    return JSON.stringify(rows);
  },
  "/orders/newest-late": async () => {
    // Changed settings recompute the due times of all orders, this one's too.
    const pending = "select from pgboss.job where name = 'orders.recompute-due' and state < 'completed'";
    while ((await withDatabase(pending)).rowCount !== 0) await delay(20);
    await withDatabase(
      "update orders set due_at = now() - interval '3 hours' where id = (select max(id) from orders where due_at is not null)",
    );
  },
  // As if the time to stop their mails were over.
  "/questions/show": () => withDatabase("update customer_questions set shown_from = now()"),
  "/mails/newest-failed": () =>
    withDatabase("update mails set state = 'failed' where id = (select max(id) from mails)"),
  "/invitation-mail/queued": () => setInvitationMail("queued"),
  "/invitation-mail/delayed": () => setInvitationMail("delayed"),
  "/invitation-mail/refused": () => setInvitationMail("refused"),
  "/sign-ins/age": () =>
    withDatabase("update sessions set authenticated_at = authenticated_at - interval '16 minutes'"),
  "/factors/set-up-token": () => newestSetUpToken(dataDir),
  // As if the program had been restarted with SECOND_FACTOR_ROLES.
  "/factors/require": async () => void config.secondFactorRoles.splice(0, 5, "Admin", "Manager"),
  "/factors/require-passkeys": async () => {
    config.secondFactorRoles.splice(0, 5, "Admin");
    config.passkeyRoles.splice(0, 5, "Admin");
  },
  "/factors/overdue": () => withDatabase("update members set factor_due_at = now() - interval '1 day'"),
  // Else a code would have to wait for its next step.
  "/factors/forget-steps": () => withDatabase("update member_totp set last_step = 0"),
  "/factors/clear": async () => {
    config.secondFactorRoles.splice(0);
    config.passkeyRoles.splice(0);
    await withDatabase("truncate member_totp, member_passkeys, member_recovery_codes, auth_tickets");
    await withDatabase("update members set factor_due_at = null, is_password_sign_in = true");
    await withDatabase("delete from rate_limits");
  },
  "/passwords/restore": async () => {
    for (const { id, password_hash } of passwords) {
      await withDatabase("update members set password_hash = $2 where id = $1", [id, password_hash]);
    }
    await withDatabase("delete from rate_limits");
  },
};

/** As if a mail server had answered so to the newest invitation, whose mail was written before. */
async function setInvitationMail(state: LinkMailState): Promise<void> {
  const newest = "(select max(id) from account_links where kind = 'invitation')";
  const queued = `select from account_links where id = ${newest} and mail_state = 'queued'`;
  if (state !== "refused") while ((await withDatabase(queued)).rowCount !== 0) await delay(20);
  await withDatabase(`update account_links set mail_state = $1 where id = ${newest}`, [state]);
}

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
control.listen(0, "127.0.0.1");
await once(control, "listening");

const addresses: ServerAddresses = {
  address: program.address,
  control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
};
process.stdout.write(`${JSON.stringify(addresses)}\n`);

await ending.promise;
control.close();
await program.stop();
await postgres.stop();
await rm(path.dirname(dataDir), { recursive: true, force: true });
process.exit(0);
