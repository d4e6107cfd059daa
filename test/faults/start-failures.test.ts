import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepLogOf } from "#test/support/log-capture.ts";

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

async function failedStart(environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", DEMO: "0", LOG_LEVEL: "trace", PORT: "0", ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
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
