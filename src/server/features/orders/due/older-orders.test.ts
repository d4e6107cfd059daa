// A database of the schema before due times: the migration writes no order, the job gives open ones their due time.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isOpenStatus, ORDER_STATUSES } from "#contract/orders/order-status.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createBlankDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { recomputeDue } from "./due-times.jobs.ts";

const FIRST_WITH_DUE_TIMES = "due_times";
const NOW = () => new Date("2026-03-20T08:00:00Z");
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createBlankDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
  await cp(path.join(import.meta.dirname, "../../../../../migrations"), folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8")) as { entries: { tag: string }[] };
  const before = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag.endsWith(FIRST_WITH_DUE_TIMES)),
  );
  await writeFile(journal, JSON.stringify({ ...rest, entries: before }));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

it("gets due times as if each open order had come into work when it came into its status", async () => {
  const { pool, db } = database;
  expect(await migrate(pool, { folder })).toBeGreaterThan(0);
  await pool.query(
    `insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, arrival_date)
     select s, '2026-03-12T08:00:00Z', '2026-03-01T08:00:00Z', 'Standard', true, '2026-03-30'
     from unnest($1::order_status[]) s, generate_series(1, 3)`,
    [ORDER_STATUSES],
  );
  const versionsOf = async () => (await pool.query<{ xmin: string }>("select xmin::text from orders order by id")).rows;
  const before = await versionsOf();
  expect(await migrate(pool)).toBeGreaterThan(0);
  expect(await versionsOf()).toEqual(before);
  expect(await recomputeDue({ db, now: NOW }, 2)).toBe(18);
  const { rows } = await pool.query<{ status: (typeof ORDER_STATUSES)[number]; due_at: Date | null; n: number }>(
    "select status, due_at, count(*)::int as n from orders group by 1, 2 order by 1",
  );
  for (const { status, due_at, n } of rows) {
    const isPaused = status === "Awaiting" || status === "AwaitingGovt";
    const due = isPaused ? "2026-03-28T18:30:00.000Z" : "2026-03-13T08:00:00.000Z";
    expect([status, due_at?.toISOString(), n]).toEqual([status, isOpenStatus(status) ? due : undefined, 3]);
  }
  expect(rows).toHaveLength(ORDER_STATUSES.length);
});
