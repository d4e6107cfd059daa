import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { keepLogOf, testLog } from "#test/support/log-capture.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "start-failures-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const main = path.join(import.meta.dirname, "../../src/server/main.ts");
const OWN = {
  SESSION_SECRET: "a secret of the tests that is long enough to be one",
  INTAKE_API_KEY: "intake-key-of-the-tests",
};

/** `before` is a command that starts the program. */
async function failedStart(environment: Record<string, string>, before: readonly string[] = []): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", DEMO: "0", LOG_LEVEL: "trace", PORT: "0", ...environment };
  const [command = "", ...args] = [...before, process.execPath, main];
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  keepLogOf(child, 1);
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code).toBe(1);
  return output;
}

it("checks the port before it creates a database", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const { port } = blocker.address() as AddressInfo;
  const dataDir = path.join(folder, "never-made");
  const output = await failedStart({ PORT: String(port), DATA_DIR: dataDir });
  expect(output).toBe(
    `Arrival Desk could not start: PORT ${port} on 127.0.0.1 is in use by another program. Stop that one, or set PORT to another number.\n`,
  );
  expect(existsSync(dataDir)).toBe(false);
  blocker.close();
});

it("names the variable when the database does not answer", async () => {
  expect(
    await failedStart({
      ...OWN,
      DATABASE_URL: "postgres://arrival:sample-secret@127.0.0.1:1/arrival",
      DATA_DIR: folder,
    }),
  ).toBe(
    "Arrival Desk could not start: DATABASE_URL names 127.0.0.1:1: nothing answers there. Is PostgreSQL running, and are host and port right?\n",
  );
});

it("names the file that takes the place of a folder", async () => {
  const file = path.join(folder, "a-file");
  await writeFile(file, "");
  const output = await failedStart({ DATA_DIR: path.join(file, "data") });
  expect(output).toBe(
    `Arrival Desk could not start: DATA_DIR ${path.join(file, "data")} can't be used: a part of the path is no folder (${path.join(file, "data")}).\n`,
  );
});

it("says that a database accepts connections but does not answer", { tags: "long" }, async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const DATABASE_URL = `postgres://arrival:sample-secret@127.0.0.1:${port}/arrival`;
  expect(await failedStart({ ...OWN, DATABASE_URL, DATA_DIR: folder })).toBe(
    `Arrival Desk could not start: DATABASE_URL names 127.0.0.1:${port}: it does not answer. Are host and port right, and does a firewall let the program through?\n`,
  );
  silent.close();
});

const mountsReadOnly = [
  "unshare",
  "--mount",
  "--",
  "sh",
  "-c",
  'mount -t tmpfs -o ro none "$DATA_DIR" && exec "$@"',
  "-",
];
const mayMount =
  spawnSync(mountsReadOnly[0] ?? "", [...mountsReadOnly.slice(1), "true"], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DATA_DIR: tmpdir() },
  }).status === 0;

it.skipIf(!mayMount)("says that the data folder is read-only (skipped where this user may not mount)", async () => {
  const dataDir = await mkdtemp(path.join(folder, "read-only-"));
  expect(await failedStart({ DATA_DIR: dataDir }, mountsReadOnly)).toBe(
    `Arrival Desk could not start: DATA_DIR ${dataDir} can't be used: the file system is read-only (${path.join(dataDir, "postgres")}).\n`,
  );
});

it("names the file with the embedded database's password when it is another one", async () => {
  const dataDir = await makeDataFolder();
  await (await startEmbeddedPostgres({ dataDir, log: testLog })).stop();
  await writeFile(path.join(dataDir, "postgres-password"), `${"0".repeat(64)}\n`);
  expect(await failedStart({ DATA_DIR: dataDir })).toBe(
    `Arrival Desk could not start: The database in DATA_DIR ${dataDir} has another password than the file ${path.join(dataDir, "postgres-password")}. Put the file back that belongs to this data folder.\n`,
  );
  await rm(path.dirname(dataDir), { recursive: true });
});
