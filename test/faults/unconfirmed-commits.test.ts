/** @module-tag long */
// A primary without its synchronous standby: a commit is only stored on the primary. PostgreSQL waits indefinitely, and
// reports success if the wait is cancelled.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { call } from "#test/support/client.ts";
import { type Load, startLoad } from "#test/support/failover-load.ts";
import {
  CLUSTER_PASSWORD,
  type Cluster,
  type ClusterHome,
  initCluster,
  openClusterHome,
  startCluster,
} from "#test/support/postgres-cluster.ts";
import { type ChildProgram, runChildProgram } from "#test/support/run-child-program.ts";
import { emailOf, INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "#test/support/test-program.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });
const UNCLEAR = "503 outcome_unclear";
const WAITING = "from pg_stat_activity where wait_event = 'SyncRep' and usename = 'desk'";

let home: ClusterHome;
let cluster: Cluster;
let dataDir: string;
let program: ChildProgram;
let load: Load;
let loads = 0;

/** No standby has the names used here. */
async function setStandby(names: string): Promise<void> {
  await cluster.ask(`alter system set synchronous_standby_names = '${names}'`);
  await cluster.ask("select pg_reload_conf()");
}

beforeAll(async () => {
  home = await openClusterHome();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-unconfirmed-"));
  cluster = await startCluster(home, await initCluster(home, "primary"), { wal_level: "replica" });
  await cluster.ask(`create role desk login password '${CLUSTER_PASSWORD}'`);
  await cluster.ask("create database desk owner desk");
  const url = `postgres://desk:${encodeURIComponent(CLUSTER_PASSWORD)}@127.0.0.1:${cluster.port}/desk`;
  const database = createDatabase(url, { max: 1, log: { warn: () => undefined } });
  await migrate(database.pool);
  const member = { name: "Team", email: emailOf("Team"), password: TEST_PASSWORD, role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
  await database.close();
  program = await runChildProgram({
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SESSION_SECRET,
      INTAKE_API_KEY: INTAKE_KEY,
      DEMO: "0",
      PORT: "0",
    },
  });
});
afterEach(async () => {
  await setStandby("");
  await load.stop();
});
afterAll(async () => {
  await program?.end("SIGKILL");
  await cluster?.kill();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWaiting(): Promise<void> {
  loads += 1;
  const body = { email: emailOf("Team"), password: TEST_PASSWORD };
  const signedIn = await call(program.address, "POST", "/api/admin/admin-login", { body });
  load = startLoad(program.address, String(signedIn.body.jwtToken), `waits${loads}`);
  await load.acknowledgedAgain(3);
  await setStandby("nobody");
}

it("a commit that no standby confirms is unclear, and writes continue once the standby is no longer required", async () => {
  await startWaiting();
  expect(await waitUntil(() => load.ledger.refusals.get(UNCLEAR), 120_000)).toBeGreaterThan(0);
  await setStandby("");
  await load.acknowledgedAgain(3);
  expect(load.ledger.wrong).toEqual([]);
});

it("a cancelled wait is never reported as success", async () => {
  await startWaiting();
  const all = async () => ((await cluster.ask(`select 1 ${WAITING}`)).length >= 3 ? true : undefined);
  expect(await waitUntil(all, 60_000)).toBe(true);
  const before = load.ledger.acknowledged;
  await cluster.ask(`select pg_cancel_backend(pid) ${WAITING}`);
  expect(await waitUntil(() => load.ledger.refusals.get(UNCLEAR), 60_000)).toBeGreaterThan(0);
  expect(load.ledger.acknowledged).toBe(before);
  expect(load.ledger.wrong).toEqual([]);
});
