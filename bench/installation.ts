import { rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { createTokenSigner, hashToken, randomToken } from "#server/features/auth/tokens.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { withBareTables } from "./bare-tables.ts";
import { fillRows, fillTags } from "./dataset.ts";

const SECRET = "a secret of the measurement that is long enough";

export interface Installation {
  connectionString: string;
  /** The program's environment. */
  environment: Record<string, string>;
  /** One session token per member. */
  tokens: string[];
  close(): Promise<void>;
}

/** A temporary PostgreSQL with this many orders and signed-in members, all of them Admins. */
export async function openInstallation({
  orders,
  members,
}: {
  orders: number;
  members: number;
}): Promise<Installation> {
  const log = { info: () => undefined, warn: (context: object, message: string) => console.warn(message, context) };
  const dataDir = await makeDataFolder();
  let postgres = await startEmbeddedPostgres({ dataDir, log });
  const { connectionString } = postgres;
  const { pool, db, close } = createDatabase(connectionString, { log });
  await migrate(pool);
  const team = Array.from({ length: members }, (_, index) => ({
    name: `Member ${index}`,
    email: `member${index}@staff.example`,
    password: randomToken(),
    role: "Admin" as const,
  }));
  await ensureMembers(db, () => new Date(), team);
  const began = performance.now();
  await withBareTables(pool, () => fillRows(pool, orders));
  await fillTags(pool);
  console.log(`${orders} orders made in ${Math.round((performance.now() - began) / 1000)} s`);
  const tokens = await signEveryoneIn(pool);
  await close();
  // Restarting the server flushes everything to disk, so that this work does not affect the measurement.
  await postgres.stop();
  postgres = await startEmbeddedPostgres({ dataDir, log });
  return {
    connectionString,
    tokens,
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: connectionString,
      SESSION_SECRET: SECRET,
      INTAKE_API_KEY: "intake key of the measurement",
      DEMO: "0",
      PORT: "0",
    },
    close: async () => {
      await postgres.stop();
      await rm(path.dirname(dataDir), { recursive: true, force: true });
    },
  };
}

async function signEveryoneIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; name: string }>("select id, name from members order by id");
  const signer = createTokenSigner([SECRET]);
  const now = new Date();
  const until = new Date(now.getTime() + 3_600_000);
  return await Promise.all(
    rows.map(async ({ id, name }) => {
      const sid = randomToken();
      const session = [hashToken(sid), id, now, until];
      await pool.query("insert into sessions values ($1, $2, $3, $4, '127.0.0.1', 'bench')", session);
      return await signer.sign({ user: { id, name, type: "Admin" }, sid }, now, until);
    }),
  );
}
