/** @module-tag long */
// Two processes behind nginx, run like the systemd unit, are restarted as docs/operations.md describes.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { call, intakeBody } from "./support/client.ts";
import { type Nginx, startNginx } from "./support/nginx.ts";
import { freePort } from "./support/postgres-cluster.ts";
import { type RunningService, startService } from "./support/service-unit.ts";
import { steadyLoad } from "./support/steady-load.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { emailOf, INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const script = path.join(import.meta.dirname, "../deploy/rolling-restart.sh");

let database: TestDatabase;
let dataDir: string;
let nginx: Nginx;
let address: string;
let plainAddress: string;
let token: string;
/** By port. */
const services = new Map<string, RunningService>();
/** Stops and starts of the processes, oldest first. */
let happened: string[] = [];
let control: Server;
let ports: string[];

const start = async (port: string) => {
  const service = await startService(port, {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DATABASE_CONNECTIONS: "8",
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    TRUSTED_PROXIES: "127.0.0.1",
    DEMO: "0",
  });
  services.set(port, service);
};

/** Replaces systemd: GET /PORT restarts the process on that port and answers when it is ready. */
async function startControl(): Promise<Server> {
  const server = createServer((request, response) => {
    const port = (request.url ?? "").slice(1);
    const restart = async () => {
      happened.push(`stop ${port}: exit code ${await services.get(port)?.stop()}`);
      services.delete(port);
      await start(port);
      happened.push(`started ${port}`);
    };
    void restart().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-rolling-"));
  const member = { name: "Team Member", email: emailOf("Team"), password: TEST_PASSWORD, role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
  const [first, second, http, https] = [await freePort(), await freePort(), await freePort(), await freePort()];
  ports = [String(first), String(second)];
  control = await startControl();
  await Promise.all(ports.map(start));
  nginx = await startNginx({ servers: [first, second], http, https });
  address = `http://127.0.0.1:${https}`;
  plainAddress = `http://127.0.0.1:${http}`;
  const credentials = { email: emailOf("Team"), password: TEST_PASSWORD };
  const { body } = await call(address, "POST", "/api/admin/admin-login", { body: credentials });
  token = String(body.jwtToken);
});
afterEach(() => {
  happened = [];
});
afterAll(async () => {
  await nginx?.stop();
  control?.close();
  await Promise.all([...services.values()].map((service) => service.stop()));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

let keys = 0;
async function submitOrder(): Promise<number> {
  keys += 1;
  const { code, body } = await call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    // A new connection each, because nginx may close a kept one at its reload with a request in transit.
    headers: { "idempotency-key": `rolling-${keys}`, connection: "close" },
    body: intakeBody(),
  });
  if (code !== 201) throw new Error(`intake answered ${code}: ${body.message}`);
  return body.data.order_id;
}

async function readOrder(orderId: number): Promise<number> {
  const headers = { connection: "close" };
  const path = `/api/admin/get-orders-details/${orderId}`;
  return (await call(address, "GET", path, { token, headers })).code;
}

function rollingRestart(restart: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)("bash", [script, nginx.configuration, nginx.reload, restart]);
}

const restartByControl = () => {
  const { port } = control.address() as AddressInfo;
  const ask = `fetch("http://127.0.0.1:${port}/" + process.env.PORT).then(({ ok }) => process.exit(ok ? 0 : 1))`;
  return `'${process.execPath}' -e '${ask}'`;
};

it("no request fails while both processes are restarted one after the other", async () => {
  const before = await readFile(nginx.configuration, "utf8");
  const first = await submitOrder();
  const accepted: number[] = [];
  const load = steadyLoad(4, async (caller) => {
    // Leaves processor time to the starting processes.
    await delay(20);
    if (caller % 2 === 0) return void accepted.push(await submitOrder());
    const code = await readOrder(first);
    if (code !== 200) throw new Error(`the detail answered ${code}`);
  });
  await rollingRestart(restartByControl());
  const { answered, failures } = await load.stop();
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(50);
  expect(happened).toEqual(ports.flatMap((port) => [`stop ${port}: exit code 0`, `started ${port}`]));
  expect(await readFile(nginx.configuration, "utf8")).toBe(before);
  // Every acknowledged order is stored once.
  expect(new Set(accepted).size).toBe(accepted.length);
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int from orders where id = any($1::bigint[])",
    [accepted],
  );
  expect(rows[0]?.count).toBe(accepted.length);
});

it("a process that does not restart stays removed while the other one serves, and the next run adds it again", async () => {
  await expect(rollingRestart("false")).rejects.toMatchObject({ stderr: expect.stringContaining("did not come back") });
  expect(await readFile(nginx.configuration, "utf8")).toMatch(/^ *server 127\.0\.0\.1:\d+ down /m);
  await submitOrder();
  await rollingRestart("true");
  expect(await readFile(nginx.configuration, "utf8")).not.toContain(" down ");
});

it("reads are answered by the other process when one is killed", async () => {
  const orderId = await submitOrder();
  const [port = ""] = ports;
  await services.get(port)?.kill();
  services.delete(port);
  // nginx may still be reloading the configuration of the last test.
  await expect.poll(() => readOrder(orderId).catch(() => 0)).toBe(200);
  for (let asked = 0; asked < 6; asked += 1) expect(await readOrder(orderId)).toBe(200);
  await start(port);
});

it("nginx redirects HTTP to HTTPS and does not forward /metrics", async () => {
  const plain = await fetch(`${plainAddress}/track-order?x=1`, { redirect: "manual" });
  expect([plain.status, plain.headers.get("location")]).toEqual([301, "https://desk.example.com/track-order?x=1"]);
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});
