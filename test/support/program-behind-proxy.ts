import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { ROLES, type Role } from "#contract/roles.ts";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { startProgram } from "#server/program.ts";
import { call } from "./client.ts";
import { testLog } from "./log-capture.ts";
import { startDatabaseProxy, type TcpProxy } from "./tcp-proxy.ts";
import { createTestDatabase } from "./test-database.ts";
import { emailOf, INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./test-program.ts";

export interface ProgramBehindProxy {
  readonly address: string;
  /** Between the program and its database. */
  readonly proxy: TcpProxy;
  /** The database without the proxy. */
  readonly direct: Pool;
  signIn(role: Role): Promise<string>;
  close(): Promise<void>;
}

/** The program with a proxy before its database, whose connections a test can cut. Without background jobs. */
export async function startProgramBehindProxy(): Promise<ProgramBehindProxy> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-proxy-"));
  const members = ROLES.map((role) => ({ role, name: role, email: emailOf(role), password: TEST_PASSWORD }));
  await ensureMembers(database.db, () => new Date(), members);
  const { proxy, connectionString } = await startDatabaseProxy(database.connectionString);
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
  };
  const program = await startProgram({ config: loadConfig(environment), log: testLog, work: false, webRoot: null });
  return {
    address: program.address,
    proxy,
    direct: database.pool,
    signIn: async (role) => {
      const body = { email: emailOf(role), password: TEST_PASSWORD };
      const answer = await call(program.address, "POST", "/api/admin/admin-login", { body });
      return String(answer.body.jwtToken);
    },
    close: async () => {
      await program.stop();
      await proxy.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
