import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { demoSource as demo } from "#demo/demo-source.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { loadConfig } from "./config.ts";
import { findMemberByEmail } from "./features/auth/auth.repository.ts";
import { verifyPassword } from "./features/auth/passwords.ts";
import { systemClock } from "./platform/clock.ts";
import { ensureTeam } from "./team-setup.ts";

let database: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "team-setup-"));
  return async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
});

const ensure = (environment: Record<string, string>) =>
  ensureTeam({ config: loadConfig({ DATA_DIR: dataDir, ...environment }), db: database.db, now: systemClock, demo });

it("creates an Admin whose password only the owner of the data folder can read, once", async () => {
  const file = path.join(dataDir, "first-admin.txt");
  expect(await ensure({ DEMO: "0" })).toEqual({ kind: "first-admin", file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, "utf8");
  const [, email = "", password = ""] = /email: (\S+)\npassword: (\S+)/.exec(text) ?? [];
  const member = await findMemberByEmail(database.db, email);
  expect(member?.role).toBe("Admin");
  expect(await verifyPassword(member?.passwordHash ?? null, password)).toBe(true);

  await ensure({ DEMO: "0" });
  expect(await readFile(file, "utf8")).toBe(text);
});

it("creates the configured Admin unless the password is easily guessed", async () => {
  const admin = { DEMO: "0", ADMIN_EMAIL: "head@desk.example", ADMIN_PASSWORD: "password1" };
  await expect(ensure(admin)).rejects.toThrow("too common");
  expect(await ensure({ ...admin, ADMIN_PASSWORD: "correct horse 7" })).toEqual({ kind: "own" });
  expect((await findMemberByEmail(database.db, "head@desk.example"))?.role).toBe("Admin");
});

it("creates one member per role for a demo and returns the same sign-ins at every start", async () => {
  const first = await ensure({});
  expect(first).toMatchObject({ kind: "demo" });
  expect(await ensure({})).toEqual(first);
});

it("doesn't turn a folder that was not created as a demo into one", async () => {
  await ensure({ DEMO: "0", ADMIN_EMAIL: "head@desk.example", ADMIN_PASSWORD: "correct horse 7" });
  expect((await ensure({})).kind).toBe("own");
});
