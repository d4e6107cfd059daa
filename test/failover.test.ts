// The primary is lost under load and its standby promoted: with a synchronous standby nothing acknowledged is lost, and
// the same test with an asynchronous one must lose something, else it would prove nothing.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { call } from "./support/client.ts";
import { readEvents } from "./support/event-reader.ts";
import { type Ledger, type Load, startLoad } from "./support/failover-load.ts";
import { countedOf, keptOf } from "./support/kept-counts.ts";
import { type ClusterHome, openClusterHome, startCluster } from "./support/postgres-cluster.ts";
import { makeTemplate, type PostgresPair, startPair } from "./support/postgres-pair.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { startTcpProxy, type TcpProxy } from "./support/tcp-proxy.ts";
import { INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";

/** `npm run test:failover` loses more primaries. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? "2");
const EMAIL = "team@staff.example";
/** What the product promises from the promotion on. */
const WRITES_AGAIN_MS = 10_000;

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let home: ClusterHome;
let template: string;
let dataDir: string;
let pair: PostgresPair;
let program: ChildProgram;
let load: Load | undefined;
let road: TcpProxy | undefined;

beforeAll(async () => {
  home = await openClusterHome();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-failover-"));
  template = await makeTemplate(home, [{ name: "Team", email: EMAIL, password: TEST_PASSWORD, role: "Team" }]);
});
afterEach(async () => {
  await load?.stop();
  load = undefined;
  await program.end("SIGKILL");
  await pair.end();
  await road?.close();
  road = undefined;
});
afterAll(async () => {
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function startServers(isSynchronous = true): Promise<void> {
  pair = await startPair(home, template, { isSynchronous });
}

async function start(name: string, databaseUrl = pair.urlOf()): Promise<{ load: Load; token: string }> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
  };
  program = await runChildProgram({ environment });
  const { body } = await signIn(program.address);
  const token = String(body.jwtToken);
  load = startLoad(program.address, token, name);
  return { load, token };
}

async function onPromoted<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: pair.standby.url("desk"), max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const signIn = (address: string) =>
  call(address, "POST", "/api/admin/admin-login", { body: { email: EMAIL, password: TEST_PASSWORD } });
const forgotPassword = ({ address }: ChildProgram) =>
  call(address, "POST", "/api/admin/forgot-password", { body: { email: EMAIL } });

/** What a call gets while there is no primary: status, whether its code is one of the two, and whether it says when to come back. */
async function refusedBy({ address }: ChildProgram): Promise<unknown[]> {
  const { code, body, headers } = await signIn(address);
  return [code, ["unavailable", "outcome_unclear"].includes(String(body.code)), headers.has("retry-after")];
}

async function isFolded(pool: Pool): Promise<true | undefined> {
  return (await pool.query("select 1 from order_tally_deltas limit 1")).rowCount === 0 ? true : undefined;
}

async function isMailed(pool: Pool): Promise<true | undefined> {
  const done = await pool.query("select 1 from pgboss.job where name = 'password-reset-mail' and state = 'completed'");
  return done.rowCount === 1 ? true : undefined;
}

/** What was acknowledged and is not there, and what is there more than once. */
async function broken(pool: Pool, ledger: Ledger): Promise<{ lost: string[]; doubled: string[] }> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const orders = await pool.query<{ id: number; name: string; version: number }>(
    "select id, full_name as name, version from orders",
  );
  const byName = Map.groupBy(orders.rows, ({ name }) => name);
  for (const [name, rows] of byName) if (rows.length > 1) doubled.push(`order ${name}`);
  for (const [key, id] of ledger.intakes) if (byName.get(key)?.[0]?.id !== id) lost.push(`order ${key}`);

  const remarks = await pool.query<{ text: string; n: number }>(
    "select remark as text, count(*)::int as n from remarks group by 1",
  );
  const found = new Map(remarks.rows.map(({ text, n }) => [text, n]));
  for (const [text, n] of found) if (n > 1) doubled.push(`comment ${text}`);
  for (const text of ledger.remarks) if (!found.has(text)) lost.push(`comment ${text}`);
  for (const text of found.keys()) {
    if (!ledger.remarks.has(text) && !ledger.doubtfulRemarks.has(text)) doubled.push(`comment of nobody ${text}`);
  }

  const moved = await pool.query<{ id: number; n: number }>(
    "select order_id as id, count(*)::int as n from order_events where type in ('moved', 'returned') group by 1",
  );
  const events = new Map(moved.rows.map(({ id, n }) => [id, n]));
  const versions = new Map(orders.rows.map(({ id, version }) => [id, version]));
  for (const [id, { first, last }] of ledger.moves) {
    const version = versions.get(id) ?? 0;
    if (version < last) lost.push(`move of ${id} to ${last}`);
    if (version > last + 1 || events.get(id) !== version - first) doubled.push(`move of ${id} to ${version}`);
  }
  return { lost, doubled };
}

/** What has to hold once the program works on the promoted standby. */
async function expectNothingLost({ ledger }: Load): Promise<void> {
  expect(ledger.wrong).toEqual([]);
  await onPromoted(async (pool) => {
    expect(await broken(pool, ledger)).toEqual({ lost: [], doubled: [] });
    expect(await keptOf(pool)).toEqual(await countedOf(pool));
  });
}

const worksAgain = async (load: Load, limitMs: number) => {
  let isOver = false;
  void load.acknowledgedAgain(5).then(() => {
    isOver = true;
  });
  return await waitUntil(() => isOver || undefined, limitMs);
};

describe("a primary that is killed under load", () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    "loses nothing acknowledged to a synchronous standby, and the program goes on by itself (round %i)",
    async (round) => {
      await startServers();
      const { load, token } = await start(`sync${round}`);
      const events = await readEvents(program.address, token);
      await load.acknowledgedAgain(6);
      // In every second round the standby has fallen behind: then no commit is acknowledged any more.
      if (round % 2 === 1) pair.replication.stall();
      await pair.primary.kill();
      pair.replication.reset();
      expect(await refusedBy(program)).toEqual([503, true, true]);
      await pair.promote();
      expect(await worksAgain(load, WRITES_AGAIN_MS)).toBe(true);
      await load.stop();

      expect(load.ledger.refusals.size).toBeGreaterThan(0);
      await expectNothingLost(load);
      // Background work goes on: counts are folded, jobs are done.
      expect((await forgotPassword(program)).code).toBe(200);
      await onPromoted(async (pool) => {
        expect(await waitUntil(() => isFolded(pool), 30_000, 200)).toBe(true);
        expect(await waitUntil(() => isMailed(pool), 60_000, 200)).toBe(true);
      });
      // The stream of a tab has stayed open, and was told that it may have missed something.
      await events.next("refresh");
      events.close();
    },
  );

  it("loses something to an asynchronous standby that was held back: the test can tell", async () => {
    await startServers(false);
    const { load } = await start("async");
    await load.acknowledgedAgain(3);
    pair.replication.stall();
    await load.acknowledgedAgain(6);
    await pair.primary.kill();
    pair.replication.reset();
    await pair.promote();
    await load.stop();
    const { lost } = await onPromoted((pool) => broken(pool, load.ledger));
    expect(lost.length).toBeGreaterThan(0);
  });
});

describe("a primary that is replaced", () => {
  it("is left although it says no goodbye: a machine without power", async () => {
    await startServers();
    const { load } = await start("silent");
    await load.acknowledgedAgain(3);
    await pair.primary.signal("SIGSTOP");
    await pair.promote();
    expect(await worksAgain(load, 2 * WRITES_AGAIN_MS)).toBe(true);
    await load.stop();
    await expectNothingLost(load);
  });

  it("is left although it goes on answering, once it takes no writes", async () => {
    await startServers();
    const { load } = await start("fenced");
    await load.acknowledgedAgain(3);
    await pair.primary.ask("alter system set default_transaction_read_only = on");
    await pair.primary.ask("select pg_reload_conf()");
    await pair.promote();
    expect(await worksAgain(load, WRITES_AGAIN_MS)).toBe(true);
    // Nobody reads what is old from it either. A commit that was under way waits there for its standby for ever: its
    // backend does not look whether anybody still listens.
    let left: object[] = [];
    const isLeft = async () => {
      left = await pair.primary.ask(
        "select application_name, state, wait_event, query from pg_stat_activity where usename = 'desk' and wait_event is distinct from 'SyncRep'",
      );
      return left.length === 0 ? true : undefined;
    };
    await waitUntil(isLeft, 10_000);
    expect(left).toEqual([]);
    await load.stop();
    await expectNothingLost(load);
  });

  it("is not taken again when it comes back as it was", async () => {
    await startServers();
    const { load } = await start("back");
    await load.acknowledgedAgain(3);
    await pair.primary.kill();
    await pair.promote();
    expect(await worksAgain(load, WRITES_AGAIN_MS)).toBe(true);
    const old = await startCluster(home, pair.primary.data, {}, pair.primary.port);
    try {
      await pair.standby.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'desk'");
      expect(await worksAgain(load, WRITES_AGAIN_MS)).toBe(true);
      expect(await old.ask("select 1 from pg_stat_activity where application_name = 'arrival-desk'")).toEqual([]);
    } finally {
      await old.kill();
    }
    await load.stop();
    await expectNothingLost(load);
  });

  it("is followed by a name that moves, too", async () => {
    await startServers();
    road = await startTcpProxy(pair.primary.port);
    const { load } = await start("name", pair.urlOf(road.port));
    await load.acknowledgedAgain(3);
    // The name moves first: for a while it leads to a server that takes no writes.
    road.aim(pair.standby.port);
    await pair.primary.kill();
    road.reset();
    expect(await refusedBy(program)).toEqual([503, true, true]);
    await pair.promote();
    expect(await worksAgain(load, WRITES_AGAIN_MS)).toBe(true);
    await load.stop();
    await expectNothingLost(load);
  });
});

describe("a standby that is lost", () => {
  it("leaves commits that are not confirmed unclear, and writing goes on when it is given up", async () => {
    await startServers();
    const { load } = await start("alone");
    await load.acknowledgedAgain(3);
    await pair.standby.kill();
    const unclear = () => load.ledger.refusals.get("503 outcome_unclear");
    expect(await waitUntil(unclear, 30_000)).toBeGreaterThan(0);
    await pair.primary.ask("alter system set synchronous_standby_names = ''");
    await pair.primary.ask("select pg_reload_conf()");
    expect(await worksAgain(load, 30_000)).toBe(true);
    await load.stop();
    expect(load.ledger.wrong).toEqual([]);
  });

  it("never has a cancelled wait reported as success", async () => {
    await startServers();
    const { load } = await start("cancelled");
    await load.acknowledgedAgain(3);
    await pair.standby.kill();
    const waiting = "from pg_stat_activity where wait_event = 'SyncRep' and usename = 'desk'";
    const all = async () => ((await pair.primary.ask(`select 1 ${waiting}`)).length >= 3 ? true : undefined);
    expect(await waitUntil(all, 20_000)).toBe(true);
    const before = load.ledger.acknowledged;
    await pair.primary.ask(`select pg_cancel_backend(pid) ${waiting}`);
    expect(await waitUntil(() => load.ledger.refusals.get("503 outcome_unclear"), 10_000)).toBeGreaterThan(0);
    expect(load.ledger.acknowledged).toBe(before);
    expect(load.ledger.wrong).toEqual([]);
  });
});
