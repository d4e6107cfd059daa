import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { loadConfig } from "#server/config.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createSteadyClock } from "#server/platform/steady-clock.ts";
import { startProgram } from "#server/program.ts";
import { call, intake } from "#test/support/client.ts";
import { credentialsFor } from "#test/support/example-call.ts";
import { captureLog, testLog } from "#test/support/log-capture.ts";
import { contractOperations } from "#test/support/operations.ts";
import { putOrder } from "#test/support/orders.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { emailOf, INTAKE_KEY, SESSION_SECRET, startTestProgram, TEST_PASSWORD } from "#test/support/test-program.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** As after setting the clock back by an hour: timestamps in the future. */
const PUT_BACK = `
  update pgboss.version set cron_on = now() + interval '1 hour';
  update pgboss.queue set monitor_on = now() + interval '1 hour', maintain_on = now() + interval '1 hour'`;

it("schedules continue after the next check of the clock, and waiting jobs run by the new time", async () => {
  const captured = captureLog();
  const connectionString = database.connectionString;
  const before = createJobs({ connectionString, log: testLog, work: false });
  await before.start();
  await before.stop(1000);
  await database.pool.query(PUT_BACK);

  const runs = vi.fn(async () => undefined);
  const jobs = createJobs({ connectionString, log: captured.log, clockCheckMs: 200, scheduleSeconds: 1 });
  jobs.schedule("a-sweep", "* * * * *", runs);
  await jobs.start();
  // The first run is caused by the start.
  await expect.poll(() => runs.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await database.pool.query(PUT_BACK);
  const passes = async () => {
    const { rows } = await database.pool.query<{ passed: boolean }>(
      "select cron_on is not null and cron_on <= now() as passed from pgboss.version",
    );
    return rows[0]?.passed;
  };
  await expect.poll(passes, { timeout: 20_000 }).toBe(true);
  expect(captured.text()).toContain("clock went back");
  await database.pool.query(
    `insert into pgboss.job (name, created_on, start_after) values ('a-sweep', now() + interval '1 hour', now() + interval '1 hour')`,
  );
  const counted = runs.mock.calls.length;
  await expect.poll(() => runs.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(counted);
  await jobs.stop(1000);
});

it("a clock that is set back stops until expired sessions and grants are ended, then continues", async () => {
  const noon = Date.parse("2026-03-01T12:00:00Z");
  const machine = { at: noon };
  const ended: Date[] = [];
  const ending = Promise.withResolvers<void>();
  const clock = createSteadyClock({
    now: () => new Date(machine.at),
    log: testLog,
    endExpired: async (at) => {
      ended.push(at);
      await ending.promise;
    },
  });
  expect(clock().getTime()).toBe(noon);
  machine.at = noon - 3_600_000;
  expect([clock().getTime(), clock().getTime()]).toEqual([noon, noon]);
  expect(ended).toEqual([new Date(noon)]);
  ending.resolve();
  await expect.poll(() => clock().getTime()).toBe(noon - 3_600_000);
  machine.at -= 500;
  expect(clock().getTime(), "a small step is ignored").toBe(machine.at);
  expect(ended).toHaveLength(1);
});

it("no expired grant or session becomes valid again", async () => {
  const machine = { ahead: 0 };
  const program = await startTestProgram({
    now: () => new Date(Date.now() + machine.ahead),
    services: { isMachineClock: true },
  });
  const { order_id: orderId } = await intake(program);
  await putOrder(program, orderId, { status: "Completed" });
  const operation = (await contractOperations()).find(({ path }) => path === "/front/get-download-history");
  if (operation === undefined) throw new Error("no such call");
  const visitor = await credentialsFor(program, operation, { role: "Team", orderId });
  const token = await program.signIn("Team");
  const answers = async () => [
    (
      await call(program.address, "POST", "/api/front/get-download-history", {
        headers: visitor,
        body: { orderId: encodeOrderId(orderId) },
      })
    ).code,
    (await call(program.address, "GET", "/api/user_info", { token })).code,
  ];
  expect(await answers()).toEqual([200, 200]);
  machine.ahead = 400 * 86_400_000;
  expect(await answers()).toEqual([401, 401]);
  machine.ahead = 0;
  // Until the clock continues: a refusal at the first moment proves little.
  const remaining = async () => {
    expect(await answers()).toEqual([401, 401]);
    const { rows } = await program.database.pool.query<{ left: number }>(
      "select (select count(*) from sessions)::int + (select count(*) from visitor_grants)::int as left",
    );
    return rows[0]?.left;
  };
  await expect.poll(remaining, { timeout: 20_000 }).toBe(0);
  expect(await answers()).toEqual([401, 401]);
  await program.stop();
});

it("nor does one when the clock is set back while no program runs", async () => {
  const program = await startTestProgram({ services: { isMachineClock: true } });
  const token = await program.signIn("Team");
  // The last check of the schedules, an hour after the session's expiry in twelve hours.
  await program.database.pool.query("update pgboss.version set cron_on = now() + interval '13 hours'");
  const config = loadConfig({
    DATA_DIR: program.dataDir,
    DATABASE_URL: program.database.connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
  });
  const started = await startProgram({ config, log: testLog, webRoot: null });
  expect((await call(started.address, "GET", "/api/user_info", { token })).code).toBe(401);
  const left = async () => (await program.database.pool.query("select from sessions")).rows.length;
  await expect.poll(left).toBe(0);
  expect((await call(started.address, "GET", "/api/user_info", { token })).code).toBe(401);
  const body = { email: emailOf("Team"), password: TEST_PASSWORD };
  const again = await call(started.address, "POST", "/api/admin/admin-login", { body });
  const answer = await call(started.address, "GET", "/api/user_info", { token: again.body.jwtToken as string });
  expect(answer.code, "a new sign-in").toBe(200);
  await started.stop();
  await program.stop();
});
