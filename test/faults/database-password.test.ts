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

/** Ends every connection but our own, and says whether there is none left, also none that is just being opened. */
async function cutAll(): Promise<boolean> {
  const others = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await superuser.query(`select pg_terminate_backend(pid) ${others}`);
  const { rowCount } = await superuser.query(`select pid ${others}`);
  return rowCount === 0;
}
const track = () =>
  call(program.address, "POST", "/api/front/track-order", { body: { orderId: "MjAwMDAy", email: "t@example.com" } });

it.each([
  ["28P01, a changed password", () => "password 'another'", () => `password '${password}'`],
  ["28000, a role without login", () => "nologin", () => "login"],
])("answers %s with 503 and Retry-After", async (_what, broken, right) => {
  await superuser.query(`alter role ${ROLE} ${broken()}`);
  try {
    await expect.poll(cutAll).toBe(true);
    await expect.poll(async () => (await track()).code).toBe(503);
    const answer = await track();
    expect([answer.code, answer.body.code, answer.body.message]).toEqual([503, "unavailable", MESSAGES.unavailable]);
    expect(answer.headers.get("retry-after")).toBe("2");
  } finally {
    await superuser.query(`alter role ${ROLE} ${right()}`);
  }
  await expect.poll(async () => (await track()).code).toBe(404);
});
