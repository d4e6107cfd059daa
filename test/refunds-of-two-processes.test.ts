import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { call } from "./support/client.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const EMAIL = "team@staff.example";
const ORDERS = 20;
const MANY = 2000;
const KILLS = Number(process.env.KILL_ROUNDS ?? 3);

let database: TestDatabase;
let dataDir: string;
let programs: [ChildProgram, ChildProgram];
let token: string;

function start(): Promise<ChildProgram> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
  };
  return runChildProgram({ environment });
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-refunds-"));
  const member = { name: "Team Member", email: EMAIL, password: TEST_PASSWORD, role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
  programs = await Promise.all([start(), start()]);
  const credentials = { email: EMAIL, password: TEST_PASSWORD };
  const { body } = await call(programs[0].address, "POST", "/api/admin/admin-login", { body: credentials });
  token = String(body.jwtToken);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end("SIGTERM")));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function paidOrders(count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, amount, currency)
     select 'Refunds', now(), now(), 'Standard', true, '49.99', 'USD' from generate_series(1, $1) returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const put = ({ address }: ChildProgram, ids: number[]) =>
  call(address, "PUT", "/api/admin/move-to-complete-refund", { token, body: { orderId: ids.map((id) => ({ id })) } });

/** How many orders have so many refunds with this sum, as `refunds, sum, recorded events`. */
async function recorded(ids: number[]): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ what: string; orders: number }>(
    `select refunds || ', ' || sum || ', ' || events as what, count(*)::int as orders from (
       select (select count(*) from refunds where order_id = o.id) as refunds,
         (select trim_scale(coalesce(sum(amount), 0)) from refunds where order_id = o.id) as sum,
         (select count(*) from order_events where order_id = o.id and type = 'refund-recorded') as events
       from orders o where o.id = any($1)) counted group by 1`,
    [ids],
  );
  return Object.fromEntries(rows.map(({ what, orders }) => [what, orders]));
}

/** True while a transaction is open, undefined else. */
async function isWriting(): Promise<true | undefined> {
  const { rowCount } = await database.pool.query(
    `select 1 from pg_stat_activity
     where pid <> pg_backend_pid() and datname = current_database() and backend_xid is not null`,
  );
  return rowCount === 0 ? undefined : true;
}

it("records one of two refunds that two processes are sent for an order at once", async () => {
  const ids = await paidOrders(ORDERS);
  const part = { lastRefundId: null, amount: "30.00", currency: "USD", reasonCode: "goodwill" };
  const answers = await Promise.all(
    ids.flatMap((orderId) =>
      programs.map(({ address }) =>
        call(address, "POST", "/api/admin/record-refund", { token, body: { orderId, ...part } }),
      ),
    ),
  );
  const codes = answers.map(({ code }) => code).sort();
  expect(codes).toEqual([...Array<number>(ORDERS).fill(200), ...Array<number>(ORDERS).fill(409)]);
  expect(await recorded(ids)).toEqual({ "1, 30, 1": ORDERS });

  await Promise.all(programs.map((program) => put(program, ids)));
  expect(await recorded(ids)).toEqual({ "2, 49.99, 2": ORDERS });
});

it(`loses and doubles nothing when a process is killed while it records ${MANY} refunds`, {
  tags: "long",
}, async () => {
  for (let round = 0; round < KILLS; round += 1) {
    const ids = await paidOrders(MANY);
    const answered = put(programs[0], ids).then(
      ({ code }) => code,
      () => null,
    );
    await waitUntil(isWriting, 60_000, 1);
    await programs[0].end("SIGKILL");
    const code = await answered;
    const after = await recorded(ids);
    expect([{ "0, 0, 0": MANY }, { "1, 49.99, 1": MANY }], `answered ${code}`).toContainEqual(after);
    if (code === 200) expect(after).toEqual({ "1, 49.99, 1": MANY });
    await put(programs[1], ids);
    expect(await recorded(ids)).toEqual({ "1, 49.99, 1": MANY });
    programs[0] = await start();
  }
});
