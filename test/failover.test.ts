/** @module-tag long */
// The primary fails under load and Patroni promotes its standby. With a synchronous standby no acknowledged change is
// lost; the same test with an asynchronous one must lose some, else it would prove nothing.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { call } from "./support/client.ts";
import { readEvents } from "./support/event-reader.ts";
import { type Load, startLoad } from "./support/failover-load.ts";
import { countedOf, keptOf } from "./support/kept-counts.ts";
import { expectLogWithoutPersons } from "./support/log-capture.ts";
import { type PatroniCluster, type PatroniNode, startPatroniCluster } from "./support/patroni-cluster.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";
import { promised } from "./support/wait-limits.ts";

/** `npm run test:failover` runs more rounds and checks the exact time limits. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? "1");
const EMAIL = "team@staff.example";
const ROLE_PASSWORD = "of the program";
/** The documented time from the primary's failure until writes succeed again. */
const WRITES_AGAIN_MS = promised(15_000);

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

let dataDir: string;
let cluster: PatroniCluster;
let program: ChildProgram;
let token: string;
let load: Load | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-failover-"));
  cluster = await startPatroniCluster();
  await cluster.ask(`create role desk login password '${ROLE_PASSWORD}'`);
  await cluster.ask("create database desk owner desk");
  const connectionString = cluster.url("primary", "desk", ROLE_PASSWORD, "desk");
  const database = createDatabase(connectionString, { max: 1, log: { warn: () => undefined } });
  await migrate(database.pool);
  const member = { name: "Team", email: EMAIL, password: TEST_PASSWORD, role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
  await database.close();
  program = await runChildProgram({
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: connectionString,
      SESSION_SECRET,
      INTAKE_API_KEY: INTAKE_KEY,
      DEMO: "0",
      PORT: "0",
    },
  });
  token = String((await signIn()).body.jwtToken);
});
afterEach(async () => {
  await load?.stop();
  load = undefined;
});
afterAll(async () => {
  await program?.end("SIGKILL");
  await cluster?.end();
  await expectLogWithoutPersons([EMAIL]);
  await rm(dataDir, { recursive: true, force: true });
});

const signIn = () =>
  call(program.address, "POST", "/api/admin/admin-login", { body: { email: EMAIL, password: TEST_PASSWORD } });

/** A call while there is no primary: its status, whether its code is one of the two, and whether it has Retry-After. */
async function refusal(): Promise<unknown[]> {
  const { code, body, headers } = await signIn();
  return [code, ["unavailable", "outcome_unclear"].includes(String(body.code)), headers.has("retry-after")];
}

async function onNewPrimary<T>(node: PatroniNode, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: node.url("desk"), max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function worksAgain(load: Load, limitMs: number): Promise<boolean> {
  let isOver = false;
  void load.acknowledgedAgain(3).then(() => {
    isOver = true;
  });
  return (await waitUntil(() => isOver || undefined, limitMs)) ?? false;
}

/** Uses the address that docs/operations/high-availability.md gives for DATABASE_READ_URL. */
async function readsFromStandby(): Promise<boolean | undefined> {
  const pool = new Pool({ connectionString: cluster.url("standby", "desk", ROLE_PASSWORD, "desk"), max: 1 });
  try {
    const { rows } = await pool.query<{ is: boolean }>("select pg_is_in_recovery() as is");
    return rows[0]?.is;
  } finally {
    await pool.end();
  }
}

async function isFolded(pool: Pool): Promise<true | undefined> {
  return (await pool.query("select 1 from order_tally_deltas limit 1")).rowCount === 0 ? true : undefined;
}

describe("a primary that fails under load", () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    "loses no acknowledged change with a synchronous standby, and the program recovers by itself (round %i)",
    async (round) => {
      const [primary, standby] = await cluster.whole();
      expect(await readsFromStandby()).toBe(true);
      load = startLoad(program.address, token, `sync${round}`);
      const events = await readEvents(program.address, token);
      await load.acknowledgedAgain(6);
      // Other failures: a standby that lags, so that no commit is acknowledged, and a machine that stops answering.
      if (round % 3 === 1) primary.replication.stall();
      if (round % 3 === 2) primary.freeze();
      else await primary.kill();
      if (round % 3 !== 2) expect(await refusal()).toEqual([503, true, true]);
      expect(await worksAgain(load, WRITES_AGAIN_MS)).toBe(true);
      await primary.kill();
      primary.replication.reset();
      await load.stop();

      const { ledger } = load;
      expect(ledger.wrong).toEqual([]);
      const expected = ["503 outcome_unclear", "503 unavailable"];
      expect([...ledger.refusals.keys()].filter((refused) => !expected.includes(refused))).toEqual([]);
      expect(ledger.refusals.size).toBeGreaterThan(0);
      await onNewPrimary(standby, async (pool) => {
        expect(await load?.compareWith(pool)).toEqual({ lost: [], doubled: [] });
        expect(await keptOf(pool)).toEqual(await countedOf(pool));
        // Background jobs run again.
        expect(await waitUntil(() => isFolded(pool), 60_000, 200)).toBe(true);
      });
      // A tab's event stream has stayed open and was sent a refresh event.
      await events.next("refresh");
      events.close();
      await primary.start();
    },
  );

  it("loses changes with an asynchronous standby that lags: the negative control", async () => {
    const [primary, standby] = await cluster.whole();
    await cluster.configure({
      synchronous_mode: false,
      maximum_lag_on_failover: 1_000_000_000,
      ttl: 5,
      loop_wait: 1,
      retry_timeout: 2,
    });
    const isAsynchronous = async () => {
      const [row] = await cluster.ask<{ names: string }>(
        "select current_setting('synchronous_standby_names') as names",
      );
      return row?.names === "" ? true : undefined;
    };
    expect(await waitUntil(isAsynchronous, 60_000, 100)).toBe(true);
    load = startLoad(program.address, token, "async");
    await load.acknowledgedAgain(3);
    primary.replication.stall();
    await load.acknowledgedAgain(6);
    await primary.kill();
    primary.replication.reset();
    await expect.poll(async () => (await signIn()).code).toBe(200);
    await load.stop();
    const { lost } = await onNewPrimary(standby, (pool) => (load as Load).compareWith(pool));
    expect(lost.length).toBeGreaterThan(0);
  });
});
