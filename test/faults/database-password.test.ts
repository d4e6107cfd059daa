import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { loadConfig } from "#server/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { type Program, startProgram } from "#server/program.ts";
import { call } from "#test/support/client.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { testLog } from "#test/support/log-capture.ts";
import { INTAKE_KEY, SESSION_SECRET } from "#test/support/test-program.ts";

let folder: string;
let server: EmbeddedPostgres;
let superuser: Client;
let program: Program;
const ROLE = "arrival_desk";
let password: string;

/** Its own server, because changes to the role would break other tests. */
beforeAll(async () => {
  folder = await makeDataFolder();
  server = await startEmbeddedPostgres({ dataDir: folder, log: testLog });
  const url = new URL(server.connectionString);
  password = url.password;
  superuser = new Client({
    host: url.searchParams.get("host") ?? "",
    port: Number(url.port),
    user: "postgres",
    password: (await readFile(path.join(folder, "postgres-password"), "utf8")).trim(),
    database: "postgres",
  });
  await superuser.connect();
  const config = loadConfig({
    DATA_DIR: folder,
    DATABASE_URL: server.connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    PORT: "0",
  });
  program = await startProgram({ config, log: testLog, webRoot: null });
});
afterAll(async () => {
  await program.stop();
  await superuser.end();
  await server.stop();
  await rm(path.dirname(folder), { recursive: true, force: true });
});

const cut = () => superuser.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [ROLE]);
const track = () =>
  call(program.address, "POST", "/api/front/track-order", { body: { orderId: "MjAwMDAy", email: "t@example.com" } });

it.each([
  ["28P01, a changed password", () => "password 'another'", () => `password '${password}'`],
  ["28000, a role without login", () => "nologin", () => "login"],
])("answers %s with 503 and Retry-After", async (_what, broken, right) => {
  await superuser.query(`alter role ${ROLE} ${broken()}`);
  // A connection that was being opened at the change has no role yet, so the first cut may miss it.
  await expect
    .poll(async () => {
      await cut();
      return (await track()).code;
    })
    .toBe(503);
  const answer = await track();
  expect([answer.code, answer.body.code, answer.body.message]).toEqual([503, "unavailable", MESSAGES.unavailable]);
  expect(answer.headers.get("retry-after")).toBe("2");
  await superuser.query(`alter role ${ROLE} ${right()}`);
  await expect.poll(async () => (await track()).code, { timeout: 20_000 }).toBe(404);
});
