import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { ROLES, type Role } from "#contract/roles.ts";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { type ProgramOptions, startProgram } from "#server/program.ts";
import type { ServiceOptions } from "#server/service-options.ts";
import { testLog } from "./log-capture.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export const TEST_PASSWORD = "correct horse 7";
export const INTAKE_KEY = "intake-key-of-the-tests";
export const SESSION_SECRET = "a secret of the tests that is long enough to be one";

export const emailOf = (role: Role) => `${role.toLowerCase().replace(" ", ".")}@staff.example`;

interface TestProgramOptions {
  now?: Clock;
  services?: ServiceOptions;
  /** Additional environment variables. */
  environment?: Record<string, string>;
  /** By default a new, empty one. */
  database?: TestDatabase;
  /** The program's connection string, by default the test's own. */
  databaseUrl?: (url: string) => string;
  /** The program's log; it must never contain personal data (`log-capture.ts`). */
  log?: FastifyBaseLogger;
  /** Folder of built pages; by default none are served. */
  webRoot?: string;
  /** Called for every route that the program registers. */
  onRoute?: ProgramOptions["onRoute"];
}

export interface TestProgram {
  address: string;
  dataDir: string;
  database: TestDatabase;
  db: Database;
  /** Signs in a member with this role over HTTP. @returns the token */
  signIn(role: Role): Promise<string>;
  stop(): Promise<void>;
}

/** The whole program with its own database on a free loopback port, with one member per role. */
export async function startTestProgram(options: TestProgramOptions = {}): Promise<TestProgram> {
  const { now = systemClock, services, webRoot = null, onRoute } = options;
  const database = options.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-"));
  await addTestMembers(database.db, now);
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl?.(database.connectionString) ?? database.connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
    LOG_LEVEL: "silent",
    COMPANY_NAME: "Arrival Card Ltd",
    COMPANY_ADDRESS: "1 High Street, London",
    COMPANY_TELEPHONE: "+44 20 7946 0000",
    COMPANY_TAX_ID: "GB 123 4567 89",
    ...options.environment,
  });
  const program = await startProgram({
    config,
    log: options.log ?? testLog,
    now,
    webRoot,
    ...(services && { services }),
    ...(onRoute && { onRoute }),
  });
  const tokens = new Map<Role, Promise<string>>();
  return {
    address: program.address,
    dataDir,
    database,
    db: database.db,
    signIn: (role) => {
      const token = tokens.get(role) ?? signIn(program.address, emailOf(role));
      tokens.set(role, token);
      return token;
    },
    stop: async () => {
      await program.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds one member per role; does nothing in a database with members. */
export async function addTestMembers(db: Database, now: Clock = systemClock): Promise<void> {
  const members = ROLES.map((role) => ({
    role,
    name: `${role} Member`,
    email: emailOf(role),
    password: TEST_PASSWORD,
  }));
  await ensureMembers(db, now, members);
}

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/admin/admin-login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  const answer = (await response.json()) as { jwtToken?: string; message: string };
  if (answer.jwtToken === undefined) throw new Error(`${email} could not sign in: ${answer.message}`);
  return answer.jwtToken;
}
