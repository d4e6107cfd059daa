import type { Role } from "#contract/roles.ts";
import type { DemoDeps, DemoSignIn } from "#server/demo-source.ts";
import { findMemberByEmail } from "#server/features/auth/auth.repository.ts";
import { createDatabase, type Database, type DatabaseHandle } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Services } from "#server/services.ts";
import { type PlannedOrder, planDemo } from "./demo-plan.ts";
import { createDemoServices, type DemoServices } from "./demo-services.ts";
import { holdsOnlyDemo, wipeDemo } from "./demo-wipe.ts";
import { playAll } from "./play.ts";
import { createScriptedClock, type ScriptedClock } from "./scripted-clock.ts";
import { createStoryRunner, type Scene } from "./story-runner.ts";

interface Options extends DemoDeps {
  /** Number of orders; default 300. */
  size?: number;
  seed?: number;
}

const SETTING = "demo";
const SIZE = 300;
export const DEMO_SEED = 20_250_101;
const CONNECTIONS = 10;
/** Whoever waits for the first start sees a line at least this often. */
const PROGRESS_MS = 3000;
/** Advisory lock for loading: "ArDe" in ASCII. */
const LOCK = 0x41724465;

/**
 * Loads the demo into an empty database, once. An interrupted load is removed and repeated, unless the database contains
 * other data.
 */
export async function ensureDemoData(deps: Options): Promise<void> {
  const { database, connectionString, log } = deps;
  if ((await readSetting(database.db, SETTING)) === "complete") return;
  const lock = await database.pool.connect();
  const applicationName = "arrival-desk demo";
  const own = createDatabase(connectionString, { max: CONNECTIONS, applicationName, isDurable: false, log });
  try {
    await lock.query("set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0");
    await lock.query("select pg_advisory_lock($1)", [LOCK]);
    await loadOnce(deps, own);
  } finally {
    await own.close();
    // Destroying the connection releases the lock.
    lock.release(true);
  }
}

async function loadOnce(deps: Options, own: DatabaseHandle): Promise<void> {
  const { database, log, members } = deps;
  const state = await readSetting(database.db, SETTING);
  if (state === "complete") return;
  const isAlone = await holdsOnlyDemo(
    database.db,
    members.map(({ email }) => email),
  );
  const isEmpty = (await database.db.$count(orders)) === 0;
  if (!isAlone || (state === null && !isEmpty)) {
    if (state !== null) log.warn({}, "the demo data was never loaded to its end, and stays so: it is not alone");
    return;
  }
  const clock = createScriptedClock(deps.now);
  const demo = await createDemoServices({ ...deps, database: own, clock });
  if (!isEmpty) await wipeDemo(database.db, demo);
  await writeSetting(database.db, SETTING, "loading");
  const startedAt = performance.now();
  log.info({ orders: deps.size ?? SIZE }, "loading the demo data, once");
  const loaded = await load(deps, own.db, demo, clock);
  // The program's pool is durable: its commit also flushes all earlier commits to disk.
  await writeSetting(database.db, SETTING, "complete");
  log.info({ orders: loaded, ms: Math.round(performance.now() - startedAt) }, "demo data loaded");
}

/** @returns the number of orders */
async function load(deps: Options, db: Database, demo: DemoServices, clock: ScriptedClock): Promise<number> {
  const { config, members, size = SIZE, seed = DEMO_SEED, now } = deps;
  const { filingWindowDays, serviceName } = config;
  const { services, textOf } = demo;
  const gatewayIds = await gatewaysActiveFirst(services);
  const planned = await planDemo({ seed, size, now: now(), filingWindowDays, gatewayIds });
  const scenes = await receive(db, services, planned);
  const actors = await findActors(db, members);
  const playStep = createStoryRunner({ db, clock, services, members: actors, serviceName, textOf });
  let percent = 0;
  // By the clock: on a slow machine one step may take longer than a person waits without a word.
  const progress = setInterval(() => deps.log.info({ percent }, "loading the demo data"), PROGRESS_MS);
  try {
    await playAll(scenes, playStep, (done, all) => {
      percent = Math.floor((done / all) * 100);
    });
  } finally {
    clearInterval(progress);
  }
  await services.tracking.pruneGrants();
  return scenes.length;
}

async function receive(db: Database, services: Services, all: readonly PlannedOrder[]): Promise<Scene[]> {
  const arrivals = all.map(({ order, createdAt }) => ({ order, at: createdAt, createdAt }));
  const received = await db.transaction((tx) => services.receivedOrders.receiveAll(tx, arrivals, "demo"));
  return all.map((planned, index) => ({ orderId: received[index]?.id ?? 0, planned, document: null }));
}

async function gatewaysActiveFirst(services: Services): Promise<number[]> {
  const gateways = await services.gateways.list();
  return gateways.toSorted((a, b) => Number(b.is_active) - Number(a.is_active)).map(({ id }) => id);
}

/** The demo's members as actors. */
async function findActors(db: Database, members: readonly DemoSignIn[]): Promise<Record<Role, SessionMember>> {
  const entries = members.map(async ({ email, role }) => {
    const member = await findMemberByEmail(db, email);
    if (member === undefined) throw new Error(`the demo's ${role} is missing`);
    const { id, name, role: type } = member;
    return [
      role,
      { id, name, email, type, sessionIdHash: Buffer.alloc(0), authenticatedAt: new Date(0), idleMsLeft: null },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Role, SessionMember>;
}
