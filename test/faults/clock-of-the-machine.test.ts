/** @module-tag long */
// Program and database live through a clock that is set back, by the library of Debian's package faketime.
import { globSync } from "node:fs";
import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { call, intakeBody } from "#test/support/client.ts";
import { sendMessage } from "#test/support/messages.ts";
import {
  type Cluster,
  type ClusterHome,
  initCluster,
  openClusterHome,
  startCluster,
} from "#test/support/postgres-cluster.ts";
import { type ChildProgram, runChildProgram } from "#test/support/run-child-program.ts";
import { INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "#test/support/test-program.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
const hours = 2;
const ADMIN = "admin@example.com";

describe.skipIf(library === undefined)("a clock that goes back (skipped without Debian's package faketime)", () => {
  let folder: string;
  let home: ClusterHome;
  let cluster: Cluster;
  let program: ChildProgram;

  /** Replaced as a whole, since it is read at any moment. */
  async function setClock(offset: string): Promise<void> {
    const file = path.join(folder, "offset");
    await writeFile(`${file}.new`, `${offset}\n`, { mode: 0o644 });
    await rename(`${file}.new`, file);
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "arrival-desk-clock-"));
    await chmod(folder, 0o755);
    await setClock("+0");
    const variables = {
      LD_PRELOAD: library ?? "",
      FAKETIME_TIMESTAMP_FILE: path.join(folder, "offset"),
      FAKETIME_CACHE_DURATION: "1",
      // Setting a machine's clock leaves its monotonic one alone.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    home = await openClusterHome();
    cluster = await startCluster({ ...home, environment: variables }, await initCluster(home, "data"));
    await cluster.ask("create database desk");
    const environment = {
      DATA_DIR: path.join(folder, "data"),
      DATABASE_URL: cluster.url("desk"),
      SESSION_SECRET,
      INTAKE_API_KEY: INTAKE_KEY,
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD: TEST_PASSWORD,
      MAIL_UNDO_SECONDS: "10",
      DEMO: "0",
      PORT: "0",
    };
    program = await runChildProgram({ environment }, variables);
  });
  afterAll(async () => {
    await program?.end("SIGTERM");
    await cluster?.stop();
    await home?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async <T extends object>(statement: string) => (await cluster.ask<T>(statement, "desk"))[0];

  it("schedules run and mails leave within a minute, by the new time", async () => {
    const { address } = program;
    const body = { email: ADMIN, password: TEST_PASSWORD };
    const signIn = async () => String((await call(address, "POST", "/api/admin/admin-login", { body })).body.jwtToken);
    const order = await call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
      token: INTAKE_KEY,
      headers: { "idempotency-key": "clock" },
      body: intakeBody(),
    });
    const orderId = order.body.data.order_id;
    const swept = "select count(*)::int as n from pgboss.job where name = 'mail-sweep' and state = 'completed'";
    await expect.poll(async () => (await ask<{ n: number }>(swept))?.n, { timeout: 120_000 }).toBeGreaterThan(0);
    const before = Number((await ask<{ at: string }>("select extract(epoch from now()) as at"))?.at);

    expect((await sendMessage(address, await signIn(), { orderId })).code).toBe(200);
    await setClock(`-${hours}h`);
    const sweptSince = `${swept} and completed_on between to_timestamp(${before - (hours + 0.5) * 3600})
      and to_timestamp(${before - (hours - 0.5) * 3600})`;
    await expect.poll(async () => (await ask<{ n: number }>(sweptSince))?.n, { timeout: 90_000 }).toBeGreaterThan(0);
    const state = async () => (await ask<{ state: string }>("select state from mails where kind = 'message'"))?.state;
    await expect.poll(state, { timeout: 120_000 }).toBe("written");
    // And again and again.
    const times = (await ask<{ n: number }>(sweptSince))?.n ?? 0;
    await expect
      .poll(async () => (await ask<{ n: number }>(sweptSince))?.n, { timeout: 120_000 })
      .toBeGreaterThan(times);
    expect((await call(address, "POST", "/api/admin/admin-login", { body })).code).toBe(200);
  });
});
