/** @module-tag long */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Role } from "#contract/roles.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { CHANNEL } from "#server/features/live/notify-messages.ts";
import { call, intakeBody } from "./support/client.ts";
import { type EventReader, readEvents } from "./support/event-reader.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { emailOf, INTAKE_KEY, TEST_PASSWORD } from "./support/test-program.ts";
import { promised } from "./support/wait-limits.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Time limit until a colleague's change is shown; it usually takes about a tenth. */
const SHOWN_MS = promised(1000);

let database: TestDatabase;
let dataDir: string;
let here: ChildProgram;
let there: ChildProgram;
const running = new Set<ChildProgram>();
const readers: EventReader[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-live-"));
  const roles: Role[] = ["Team", "Manager"];
  const members = roles.map((role) => ({
    role,
    name: `${role} Member`,
    email: emailOf(role),
    password: TEST_PASSWORD,
  }));
  await ensureMembers(database.db, () => new Date(), members);
});
beforeEach(async () => {
  for (const each of await Promise.all([start(), start()])) running.add(each);
  [here, there] = [...running] as [ChildProgram, ChildProgram];
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await Promise.all([...running].map((each) => end(each, "SIGKILL")));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ChildProgram> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SESSION_SECRET: "a secret of the tests that is long enough to be one",
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
  };
  const live = { heartbeatMs: 200, renewMs: 300, viewerLifeMs: 1500, countsMs: 100 };
  return await runChildProgram({ environment, services: { live } });
}

async function end(program: ChildProgram, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  running.delete(program);
  await program.end(signal);
}

async function signIn(role: Role): Promise<string> {
  const credentials = { email: emailOf(role), password: TEST_PASSWORD };
  const { body } = await call(here.address, "POST", "/api/admin/admin-login", { body: credentials });
  return body.jwtToken as string;
}

let orders = 0;
async function intake(program: ChildProgram): Promise<number> {
  orders += 1;
  const { body } = await call<{ order_id: number }>(program.address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": `live-${orders}` },
    body: intakeBody(),
  });
  return body.data.order_id;
}

async function read(program: ChildProgram, token: string, query = ""): Promise<EventReader> {
  const reader = await readEvents(program.address, token, query);
  expect(reader.response.status).toBe(200);
  readers.push(reader);
  return reader;
}

const move = (program: ChildProgram, token: string, orderId: number, updatingStatus: string) =>
  call(program.address, "PUT", "/api/admin/move-order-status", { token, body: { orderId, updatingStatus } });

it("a move in one process is immediately announced by another one, with the counts", async () => {
  const token = await signIn("Team");
  const id = await intake(here);
  const reader = await read(there, token);
  const before = await reader.next("counts");
  const movedAt = performance.now();
  expect((await move(here, token, id, "AwaitingGovt")).code).toBe(200);
  const event = await reader.next(
    "order",
    ({ order_id, process_status }) => order_id === id && process_status === "AwaitingGovt",
  );
  expect(performance.now() - movedAt).toBeLessThan(SHOWN_MS);
  expect(event).toMatchObject({ previous_status: "New", version: 2, who: { name: "Team Member" } });
  await reader.next("counts", (counts) => counts.awaitingGovtCount === before.awaitingGovtCount + 1);
});

it("viewers are visible across processes, and those of a killed one expire", async () => {
  const [team, manager] = [await signIn("Team"), await signIn("Manager")];
  const id = await intake(here);
  const mine = await read(here, team, `?order=${id}`);
  await mine.next("presence", ({ viewers }) => viewers.length === 1);
  const theirs = await read(there, manager, `?order=${id}`);
  const both = await mine.next("presence", ({ viewers }) => viewers.length === 2);
  expect(both.viewers.map(({ name }) => name)).toEqual(["Manager Member", "Team Member"]);
  await theirs.next("presence", ({ viewers }) => viewers.length === 2);

  const received = mine.received.length;
  await end(there, "SIGKILL");
  await theirs.ended;
  await expect
    .poll(() => mine.received.slice(received).filter(({ name }) => name === "presence"), { timeout: 20_000 })
    .toContainEqual({
      name: "presence",
      data: { order_id: id, viewers: [{ id: expect.any(Number), name: "Team Member" }] },
    });
  const { rows } = await database.pool.query("select 1 from order_viewers where expires_at <= now()");
  expect(rows).toEqual([]);
});

it("a process that lost its LISTEN connection makes its screens refetch, and reconnects", async () => {
  const token = await signIn("Team");
  const readings = await Promise.all([read(here, token), read(there, token)]);
  const cut = await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()",
    [CHANNEL],
  );
  expect(cut.rowCount).toBe(2);
  for (const reader of readings) await reader.next("refresh");
  const id = await intake(here);
  for (const reader of readings) await reader.next("order", ({ order_id }) => order_id === id);
});

it("a process that stops ends its streams first, removes its viewers and does not wait for readers", async () => {
  const token = await signIn("Team");
  const id = await intake(here);
  const colleague = await read(there, await signIn("Manager"), `?order=${id}`);
  const reader = await read(here, token, `?order=${id}`);
  await colleague.next("presence", ({ viewers }) => viewers.length === 2);
  const received = colleague.received.length;
  const stoppedAt = performance.now();
  const stopping = end(here, "SIGTERM");
  await reader.ended;
  await stopping;
  // Running calls have five seconds to finish; streams must not delay the stop that long.
  expect(performance.now() - stoppedAt).toBeLessThan(promised(4500));
  await expect
    .poll(() => colleague.received.slice(received).map(({ data }) => data), { timeout: 20_000 })
    .toContainEqual({ order_id: id, viewers: [{ id: expect.any(Number), name: "Manager Member" }] });
});
