import type { Role } from "#contract/roles.ts";
import type { DemoDeps, DemoSignIn } from "#server/demo-source.ts";
import { findMemberByEmail } from "#server/features/auth/auth.repository.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { createDatabase, type Database, type DatabaseHandle } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { planDemo } from "./demo-plan.ts";
import { createDemoServices, type DemoServices } from "./demo-services.ts";
import { holdsOnlyDemo, wipeDemo } from "./demo-wipe.ts";
import type { Scene, Step } from "./order-life.ts";

interface Options extends DemoDeps {
  /** Number of orders; default 300. */
  size?: number;
  seed?: number;
}

const SETTING = "demo";
export const DEMO_SEED = 20_250_101;
/** The program computes while the database stores; more concurrency gains nothing on two cores. */
const STEPS_AT_ONCE = 8;
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
  const own = createDatabase(connectionString, { max: 10, applicationName, isDurable: false, log });
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
  const { log, members, size = 300 } = deps;
  const { db } = deps.database;
  const state = await readSetting(db, SETTING);
  if (state === "complete") return;
  const isAlone = await holdsOnlyDemo(db, members);
  const isEmpty = (await db.$count(orders)) === 0;
  if (!isAlone || (state === null && !isEmpty)) {
    if (state !== null) log.warn({}, "the demo data was never loaded to its end, and stays so: it is not alone");
    return;
  }
  const demo = await createDemoServices(deps, own);
  if (!isEmpty) await wipeDemo(db, demo);
  await writeSetting(db, SETTING, "loading");
  const startedAt = performance.now();
  log.info({ orders: size }, "loading the demo data, once");
  await load({ ...deps, size }, own.db, demo);
  // The program's pool is durable: its commit also flushes all earlier commits to disk.
  await writeSetting(db, SETTING, "complete");
  log.info({ orders: size, ms: Math.round(performance.now() - startedAt) }, "demo data loaded");
}

async function load(
  { config, members: signIns, log, now, size, seed = DEMO_SEED }: Options & { size: number },
  db: Database,
  { services, at }: DemoServices,
): Promise<void> {
  const { filingWindowDays, serviceName } = config;
  const gateways = (await services.gateways.list()).toSorted((a, b) => Number(b.is_active) - Number(a.is_active));
  const gatewayIds = gateways.map(({ id }) => id);
  const planned = await planDemo({ seed, size, now: now(), filingWindowDays, gatewayIds });
  const arrivals = planned.map(({ order, createdAt }) => ({ order, at: createdAt, createdAt }));
  const received = await db.transaction((tx) => services.receivedOrders.receiveAll(tx, arrivals, "demo"));
  const members = await findActors(db, signIns);
  const acts = planned.flatMap(({ steps, ...made }, index) => {
    const scene = { ...services, ...made, orderId: received[index]?.id ?? 0, db, members, serviceName, at };
    return steps.map((step) => ({ scene, step }));
  });
  acts.sort((one, other) => one.step.at.getTime() - other.step.at.getTime());
  let done = 0;
  // By the clock: on a slow machine one step may take longer than a person waits without a word.
  const report = () => log.info({ percent: Math.floor((done / acts.length) * 100) }, "loading the demo data");
  const progress = setInterval(report, PROGRESS_MS);
  try {
    for (const group of groupsOf(acts)) {
      await Promise.all(group.map(({ scene, step }) => at(step.at, () => step.act(scene, step.end))));
      done += group.length;
    }
  } finally {
    clearInterval(progress);
  }
  await services.tracking.pruneGrants();
}

type Act = { scene: Scene; step: Step };

/**
 * Groups adjacent steps that may run at once: never two of one order, and never two that send a mail, because the outbox
 * stores simultaneous acceptances with one timestamp, and the audit log lists mails to other addresses in the order of
 * writing.
 */
function groupsOf(acts: readonly Act[]): Act[][] {
  const groups: Act[][] = [[]];
  for (const act of acts) {
    const last = groups.at(-1) ?? [];
    const collides = ({ scene, step }: Act) => scene === act.scene || (step.isMail && act.step.isMail);
    if (last.length === STEPS_AT_ONCE || last.some(collides)) groups.push([act]);
    else last.push(act);
  }
  return groups;
}

/** The demo's members as actors. */
async function findActors(db: Database, signIns: readonly DemoSignIn[]) {
  const session = {
    sessionIdHash: Buffer.alloc(0),
    authenticatedAt: new Date(0),
    method: "password" as const,
    scope: "full" as const,
    idleMsLeft: null,
  };
  const actors = {} as Record<Role, SessionMember>;
  for (const { email, role } of signIns) {
    const { id, name, role: type } = requireFound(await findMemberByEmail(db, email));
    actors[role] = { ...session, id, name, email, type };
  }
  return actors;
}
