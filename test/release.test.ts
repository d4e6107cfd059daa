import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { startProgram } from "#server/program.ts";
import { call, intake } from "./support/client.ts";
import { fixedClock } from "./support/fixed-clock.ts";
import { INTAKE_KEY, SESSION_SECRET, startTestProgram, type TestProgram } from "./support/test-program.ts";

const clock = fixedClock("2026-03-10T06:30:00Z");
let program: TestProgram;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
});
afterAll(() => program.stop());

it("releases a due Future order when a program starts, and checks every five minutes @4-005", async () => {
  const { order_id: orderId, process_status } = await intake(program, { arrival_date: "2026-03-20" });
  expect(process_status).toBe("Future");
  clock.at = new Date("2026-03-17T06:30:00Z");
  const dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-"));
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: program.database.connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
    LOG_LEVEL: "silent",
  });
  const second = await startProgram({ config, log: createLog(config.logLevel), now: clock.now, webRoot: null });
  try {
    const { body } = await call<{ type: string }>(program.address, "POST", "/api/admin/admin-login", {
      body: { email: "admin@staff.example", password: "correct horse 7" },
    });
    const token = body.jwtToken as string;
    const statusOf = async () =>
      (
        await call<{ process_status: string }>(program.address, "GET", `/api/admin/get-orders-details/${orderId}`, {
          token,
        })
      ).body.data.process_status;
    await expect.poll(statusOf, { timeout: 20_000 }).toBe("New");
  } finally {
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const { rows } = await program.db.execute<{ name: string; cron: string }>(
    sql`select name, cron from pgboss.schedule`,
  );
  expect(rows).toContainEqual({ name: "orders.release-future", cron: "*/5 * * * *" });
});
