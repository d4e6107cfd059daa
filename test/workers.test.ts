import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { isAlive } from "#server/platform/db/embedded/process-alive.ts";
import { call, intakeBody } from "./support/client.ts";
import { makeDataFolder } from "./support/data-folder.ts";
import { readEvents } from "./support/event-reader.ts";
import { runSupervisedProgram, type SupervisedChild } from "./support/run-supervised-program.ts";
import { steadyLoad } from "./support/steady-load.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { emailOf, INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
/** A connection that reaches a worker in the moment of its death is answered by nobody (record 0065). */
const PATIENCE_MS = 10_000;
const SOON = { timeout: 60_000, interval: 100 };

let database: TestDatabase;
let dataDir: string;
let running: SupervisedChild | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await makeDataFolder();
  const member = { name: "Team Member", email: emailOf("Team"), password: TEST_PASSWORD, role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
});
afterEach(async () => {
  await running?.end("SIGTERM");
  running = undefined;
});
afterAll(async () => {
  await database.drop();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

const environment = (given: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: database.connectionString,
  SESSION_SECRET,
  INTAKE_API_KEY: INTAKE_KEY,
  DATABASE_CONNECTIONS: "5",
  DEMO: "0",
  PORT: "0",
  LOG_LEVEL: "silent",
  ...given,
});

async function start(workers: number, given: Record<string, string> = {}): Promise<SupervisedChild> {
  running = await runSupervisedProgram({ environment: environment(given), workers });
  return running;
}

async function signIn(address: string): Promise<string> {
  const credentials = { email: emailOf("Team"), password: TEST_PASSWORD };
  const { body } = await call(address, "POST", "/api/admin/admin-login", { body: credentials });
  return body.jwtToken as string;
}

let intakes = 0;
/** Hands an order over; over a fresh connection when told. */
async function handOver(address: string, isFresh = false): Promise<number> {
  intakes += 1;
  const { code, body } = await call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": `workers-${intakes}`, ...(isFresh && { connection: "close" }) },
    body: intakeBody(),
    limitMs: PATIENCE_MS,
  });
  if (code !== 201) throw new Error(`intake answered ${code}: ${body.message}`);
  return body.data.order_id;
}

const figure = (text: string, name: RegExp) => Number(new RegExp(`^${name.source} (\\d+)$`, "m").exec(text)?.[1]);
const figuresOf = async (address: string) => await (await fetch(`${address}/metrics`)).text();

describe("two workers", () => {
  it("are replaced one by one under load, and not one request fails", async () => {
    const { address, workers, restart } = await start(2);
    const token = await signIn(address);
    const first = await handOver(address);
    const before = workers();
    expect(before).toHaveLength(2);
    const taken: number[] = [];
    const load = steadyLoad(4, async (caller, turn) => {
      if (caller % 2 === 0) taken.push(await handOver(address, turn % 3 === 0));
      else {
        const path = `/api/admin/get-orders-details/${first}`;
        const { code } = await call(address, "GET", path, { token });
        if (code !== 200) throw new Error(`the detail answered ${code}`);
      }
    });
    await restart();
    const { answered, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(50);
    expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
    expect(workers()).toHaveLength(2);
    // What was acknowledged is there, each once.
    const { rows } = await database.pool.query<{ count: number }>(
      "select count(*)::int from orders where id = any($1::bigint[])",
      [taken],
    );
    expect(rows[0]?.count).toBe(taken.length);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it("end their live streams when they are replaced, and the next ones take them", async () => {
    const { address, restart } = await start(2);
    const token = await signIn(address);
    const readers = await Promise.all(Array.from({ length: 4 }, () => readEvents(address, token)));
    const restarting = restart();
    await Promise.all(readers.map(({ ended }) => ended));
    const again = await readEvents(address, token);
    expect(again.response.status).toBe(200);
    await restarting;
    again.close();
  });

  it("are counted together, and what was counted stays when a worker is replaced", async () => {
    const { address, restart } = await start(2);
    const healthy = /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\}/;
    for (let asked = 0; asked < 6; asked += 1) await fetch(`${address}/healthz`, { headers: { connection: "close" } });
    const text = await figuresOf(address);
    expect(figure(text, healthy)).toBe(6);
    expect(figure(text, /workers_running/)).toBe(2);
    expect(figure(text, /database_pool_connections\{state="waited_for"\}/)).toBe(0);
    await restart();
    const later = await figuresOf(address);
    expect(figure(later, healthy)).toBe(6);
    expect(figure(later, /workers_ended_total\{reason="replaced"\}/)).toBe(2);
  });

  it("go on when one of them is killed, and there are two again", async () => {
    const { address, workers } = await start(2);
    const [victim = 0] = workers();
    process.kill(victim, "SIGKILL");
    await expect.poll(() => isAlive(victim), SOON).toBe(false);
    await handOver(address, true);
    await expect.poll(() => figuresOf(address).then((text) => figure(text, /workers_running/)), SOON).toBe(2);
    expect(workers()).not.toContain(victim);
    expect(figure(await figuresOf(address), /workers_ended_total\{reason="died"\}/)).toBe(1);
  });

  it("replaces a worker that somebody tells to end", async () => {
    const { address, workers } = await start(2);
    const [asked = 0] = workers();
    process.kill(asked, "SIGTERM");
    await expect.poll(() => isAlive(asked), SOON).toBe(false);
    expect(workers()).toHaveLength(2);
    await handOver(address);
  });

  it("end in order with their supervisor, and at once when it is killed", async () => {
    const first = await start(2);
    await handOver(first.address);
    const pids = first.workers();
    expect(await first.end("SIGTERM")).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    const second = await start(2);
    const orphans = second.workers();
    await second.end("SIGKILL");
    running = undefined;
    await expect.poll(() => orphans.filter(isAlive), SOON).toEqual([]);
  });
});

it("workers come back on the same port when all are killed at once", async () => {
  const { address, workers } = await start(2);
  for (const pid of workers()) process.kill(pid, "SIGKILL");
  await expect.poll(() => handOver(address, true).catch(() => 0), SOON).toBeGreaterThan(0);
});

it("the embedded database is the supervisor's: it outlives every worker and ends with the desk", async () => {
  const own = await makeDataFolder();
  const program = await runSupervisedProgram({
    environment: { DATA_DIR: own, DEMO: "0", PORT: "0", LOG_LEVEL: "silent" },
    workers: 2,
  });
  running = program;
  const key = (await readFile(path.join(own, "secrets/intake-key"), "utf8")).trim();
  const pidFile = path.join(own, "postgres/cluster/postmaster.pid");
  const postmaster = async () => (await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0];
  const before = await postmaster();
  for (const pid of program.workers()) process.kill(pid, "SIGKILL");
  const order = () =>
    call(program.address, "POST", "/api/intake/orders", {
      token: key,
      headers: { "idempotency-key": "kept", connection: "close" },
      body: intakeBody(),
      limitMs: PATIENCE_MS,
    }).then(
      ({ code }) => code,
      () => 0,
    );
  await expect.poll(order, SOON).toBeGreaterThanOrEqual(200);
  expect(before).not.toBe("");
  expect(await postmaster()).toBe(before);
  expect(await program.end("SIGTERM")).toBe(0);
  expect(await postmaster()).toBe("");
  running = undefined;
  await rm(path.dirname(own), { recursive: true, force: true });
});

describe("a supervisor says what is wrong and ends", () => {
  const main = path.join(import.meta.dirname, "../src/server/main.ts");
  const run = (args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], { env: { ...process.env, ...environment() } }).then(
      () => "",
      ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
    );

  it.each(["0", "-1", "two", "1.5", "65", "99999", ""])("when --workers is %j", async (count) => {
    expect(await run([`--workers=${count}`])).toBe(`1: --workers takes a whole number from 1 to 64, not "${count}".\n`);
  });

  it("when an option is not known, or --workers has no number", async () => {
    expect(await run(["--worker", "2"])).toMatch(/^1: Unknown option '--worker'/);
    expect(await run(["--workers"])).toMatch(/^1: Option '--workers <value>' argument missing/);
  });

  it("when the connections of all workers don't fit the database", async () => {
    await expect(start(4, { DATABASE_CONNECTIONS: "900" })).rejects.toThrow(
      /4 workers with DATABASE_CONNECTIONS=900 need 4542 connections, and the database allows \d+: raise/,
    );
  });

  it("when the port is taken", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    await expect(start(2, { PORT: String(port) })).rejects.toThrow(/EADDRINUSE/);
    holder.close();
  });
});
