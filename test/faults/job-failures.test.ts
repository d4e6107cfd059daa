import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createJobs, defineQueue, type Jobs } from "#server/platform/jobs/jobs.ts";
import { captureLog, expectNothingPersonal } from "#test/support/log-capture.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

const SECRET = "Zuleika Abernathy-Quorn";
const captured = captureLog();
let database: TestDatabase;
let jobs: Jobs;

beforeAll(async () => {
  database = await createTestDatabase();
  jobs = createJobs({ connectionString: database.connectionString, log: captured.log });
});
afterAll(async () => {
  await jobs.stop(1000);
  await database.drop();
});

it("stores no data of a failed job, in the log or with the job", async () => {
  const queue = defineQueue<{ id: number }>("a-job-that-fails");
  jobs.handle(queue, async () => {
    await database.db.execute(sql`insert into members (name, email) values (${SECRET}, ${`${SECRET}@example.com`})`);
  });
  await jobs.start();
  await database.db.transaction((tx) => jobs.enqueue(tx, queue, { id: 1 }));

  const output = await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ output: string }>(
        "select output::text as output from pgboss.job where name = $1 and output is not null",
        [queue.name],
      );
      expect(rows).toHaveLength(1);
      return rows[0]?.output ?? "";
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(output).toContain("23502");
  expectNothingPersonal(output, [SECRET]);
  expect(captured.text()).toContain("a job failed");
  expectNothingPersonal(captured.text(), [SECRET]);
});
