import type { Role } from "#contract/roles.ts";
import type { Config } from "#server/config.ts";
import { findMemberByEmail } from "#server/features/auth/auth.repository.ts";
import type { Clock } from "#server/platform/clock.ts";
import { createDatabase, type Database, type DatabaseHandle } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import { openCountries } from "#server/platform/geo/countries.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/log.ts";
import type { Secrets, Services } from "#server/services.ts";
import { createLetterWriter } from "./bulk-letters.ts";
import { type PlannedOrder, planDemo } from "./demo-plan.ts";
import { createDemoServices, type DemoServices } from "./demo-services.ts";
import type { DemoSignIn } from "./demo-team.ts";
import { holdsOnlyDemo, wipeDemo } from "./demo-wipe.ts";
import { chunksOf, createBulks, ORDERS_AT_ONCE, playAll } from "./play.ts";
import { createScriptedClock, type ScriptedClock } from "./scripted-clock.ts";
import { createStoryRunner, type Scene } from "./story-runner.ts";

export interface DemoDeps {
  config: Config;
  secrets: Secrets;
  connectionString: string;
  database: DatabaseHandle;
  members: readonly DemoSignIn[];
  now: Clock;
  log: Log;
  publicUrl: () => string;
  /** About how many orders; 3,000 unless told. */
  size?: number;
  seed?: number;
  /** For the test that compares: by the services one by one, and not many at a time. */
  isEachStepPlayedAlone?: boolean;
}

const SETTING = "demo";
const SIZE = 3000;
const SEED = 20_250_101;
const CONNECTIONS = 10;
/** Names the advisory lock under which one process loads: "ArDe" in ASCII. */
const LOCK = 0x41724465;

/**
 * Loads the demo into an empty database, once. One that was cut off is removed and loaded anew, unless somebody has
 * put data of their own beside it.
 */
export async function ensureDemoData(deps: DemoDeps): Promise<void> {
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
    // Destroying the connection gives the lock back.
    lock.release(true);
  }
}

async function loadOnce(deps: DemoDeps, own: DatabaseHandle): Promise<void> {
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
  // The pool of the program is durable: what was committed before this is on the disk with it.
  await writeSetting(database.db, SETTING, "complete");
  log.info({ orders: loaded, ms: Math.round(performance.now() - startedAt) }, "demo data loaded");
}

/** @returns how many orders there are now */
async function load(deps: DemoDeps, db: Database, demo: DemoServices, clock: ScriptedClock): Promise<number> {
  const { config, members, size = SIZE, seed = SEED, now, publicUrl } = deps;
  const { filingWindowDays, serviceName, mailFrom: from } = config;
  const { services } = demo;
  const gatewayIds = await gatewaysActiveFirst(services);
  const planned = await planDemo({ seed, size, now: now(), filingWindowDays, gatewayIds });
  const scenes = await receive(db, services, planned);
  const actors = await findActors(db, members);
  const actorIds = Object.fromEntries(Object.values(actors).map(({ type, id }) => [type, id])) as Record<Role, number>;
  const writeLetter = await createLetterWriter({ serviceName, publicUrl });
  const { timeline } = services;
  const countryOf = await openCountries();
  const bulks = createBulks({ db, timeline, ...demo, writeLetter, serviceName, from, countryOf }, actorIds);
  const playStep = createStoryRunner({ db, clock, services, members: actors, serviceName });
  await playAll(scenes, deps.isEachStepPlayedAlone ? {} : bulks, playStep);
  await services.tracking.pruneGrants();
  return scenes.length;
}

async function receive(db: Database, services: Services, all: readonly PlannedOrder[]): Promise<Scene[]> {
  const scenes: Scene[] = [];
  for (const batch of chunksOf(all, ORDERS_AT_ONCE)) {
    const arrivals = batch.map(({ order, createdAt }) => ({ order, at: createdAt, createdAt }));
    const received = await db.transaction((tx) => services.receivedOrders.receiveAll(tx, arrivals, "demo"));
    for (const [index, planned] of batch.entries()) {
      scenes.push({ orderId: received[index]?.id ?? 0, planned, document: null });
    }
  }
  return scenes;
}

async function gatewaysActiveFirst(services: Services): Promise<number[]> {
  const gateways = await services.gateways.list();
  return gateways.toSorted((a, b) => Number(b.is_active) - Number(a.is_active)).map(({ id }) => id);
}

/** The demo's members as those who act. */
async function findActors(db: Database, members: readonly DemoSignIn[]): Promise<Record<Role, SessionMember>> {
  const entries = members.map(async ({ email, role }) => {
    const member = await findMemberByEmail(db, email);
    if (member === undefined) throw new Error(`the demo's ${role} is missing`);
    const { id, name, role: type } = member;
    return [role, { id, name, email, type, sessionIdHash: Buffer.alloc(0), signedInAt: new Date(0) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Role, SessionMember>;
}
