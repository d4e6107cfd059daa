/** @module-tag long */
// Two processes change orders at random over HTTP and are killed repeatedly, also while they fold the counts: at the
// end the kept counts equal the counted ones.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { foldCounts, verifyCounts } from "#server/features/orders/list/order-counts.repository.ts";
import { call, intakeBody } from "./support/client.ts";
import { countedOf, keptOf } from "./support/kept-counts.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";

/** Number of order changes in total; `npm run test:counts` makes more. */
const CHANGES = Number(process.env.COUNT_CHANGES ?? "2000");
const KILLS = Math.max(2, Math.floor(CHANGES / 1000));
const CLIENTS = 4;
const EMAIL = "admin@staff.example";
const TARGETS: OrderStatus[] = ["New", "Awaiting", "AwaitingGovt", "Contact Customer", "Refunds", "Deleted"];
vi.setConfig({ testTimeout: 120_000 + CHANGES * 15, hookTimeout: 120_000 });

let database: TestDatabase;
let dataDir: string;
const programs: ChildProgram[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-counts-"));
  const admin = { name: "Admin", email: EMAIL, password: TEST_PASSWORD, role: "Admin" } as const;
  await ensureMembers(database.db, () => new Date(), [admin]);
  programs.push(await start(), await start());
});
afterAll(async () => {
  for (const program of programs) await program.end("SIGKILL");
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  runChildProgram({
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      SESSION_SECRET,
      INTAKE_API_KEY: INTAKE_KEY,
      DEMO: "0",
      PORT: "0",
    },
  });

const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;
const KINDS = ["intake", "move", "many", "delete", "refund", "undo", "purge"] as const;
type Kind = (typeof KINDS)[number];
/** Number of changed orders by kind of call, without refused ones. */
const changes = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]));
let changed = 0;
/** Resolved at the next change. */
let onChange = Promise.withResolvers<void>();
function note(kind: Kind, orders: number): void {
  changes.set(kind, (changes.get(kind) ?? 0) + orders);
  changed += orders;
  onChange.resolve();
  onChange = Promise.withResolvers();
}
let keys = 0;
const ids: number[] = [];

/** A random call to one of the two processes; one to a killed process fails, as it would for any client. */
async function change(token: string): Promise<void> {
  const { address } = any(programs);
  /** @returns the number of changed orders */
  const put = async (name: string, body: unknown) => {
    const { code, body: answer } = await call<unknown>(address, "PUT", `/api/admin/${name}`, { token, body });
    if (code !== 200) return 0;
    return Array.isArray(answer.data) ? answer.data.filter(({ status }) => status === 1).length : 1;
  };
  const some = (most: number) => [
    ...new Set(Array.from({ length: 1 + Math.floor(Math.random() * most) }, () => any(ids))),
  ];
  const kind: Kind = ids.length < 20 ? "intake" : any([...KINDS, "intake", "move"]);
  const orderId = any(ids);
  if (kind === "intake") {
    keys += 1;
    const { code, body } = await call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
      token: INTAKE_KEY,
      headers: { "idempotency-key": `fire-${keys}` },
      body: intakeBody({ nationality: any(["GB", "NZ", "LK"]), paid: Math.random() < 0.8 }),
    });
    if (code === 201) ids.push(body.data.order_id);
    if (code === 201) note(kind, 1);
  } else if (kind === "move") {
    note(kind, await put("move-order-status", { orderId, updatingStatus: any(TARGETS) }));
  } else if (kind === "undo") {
    const { rows } = await database.pool.query<{ status: string }>(
      "select previous_status as status from orders where id = $1",
      [orderId],
    );
    if (rows[0]?.status) note(kind, await put("move-order-status", { orderId, updatingStatus: rows[0].status }));
  } else if (kind === "refund") {
    const chosen = some(10);
    note(kind, await put("move-to-complete-refund", { orderId: chosen.map((id) => ({ id })) }));
  } else {
    const chosen = some(kind === "many" ? 40 : 10);
    const permanentDeletedFlag = kind === "purge";
    const updatingStatus = kind === "many" ? any(TARGETS) : "Deleted";
    note(kind, await put("change-order-status", { orderId: chosen, updatingStatus, permanentDeletedFlag }));
  }
}

it(`kept counts equal counted ones after ${CHANGES} changes by two processes and ${KILLS} kills`, async () => {
  const credentials = { email: EMAIL, password: TEST_PASSWORD };
  const { body } = await call(programs[0]?.address ?? "", "POST", "/api/admin/admin-login", { body: credentials });
  const token = String(body.jwtToken);
  const work = async () => {
    while (changed < CHANGES) await change(token).catch(() => undefined);
  };
  const works = Array.from({ length: CLIENTS }, work);
  let killed = 0;
  const killer = async () => {
    while (changed < CHANGES) {
      if (changed < (killed * CHANGES) / KILLS) {
        await onChange.promise;
        continue;
      }
      const [victim] = programs.splice(killed % 2, 1);
      killed += 1;
      await victim?.end("SIGKILL");
      programs.push(await start());
    }
  };
  await Promise.all([...works, killer()]);
  expect(killed).toBeGreaterThanOrEqual(2);
  expect([...changes].filter(([, orders]) => orders === 0)).toEqual([]);

  const counted = await countedOf(database.pool);
  expect(counted.length).toBeGreaterThan(10);
  expect(await keptOf(database.pool)).toEqual(counted);
  while ((await foldCounts(database.db)) > 0);
  expect(await keptOf(database.pool)).toEqual(counted);
  expect(await verifyCounts(database.db)).toEqual([]);
});

it("kept counts are wrong after a change that bypasses the triggers, and the check corrects them", async () => {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("alter table orders disable trigger user");
  await client.query("update orders set status = 'Completed' where purged_at is null and status <> 'Completed'");
  await client.query("alter table orders enable trigger user");
  await client.query("commit");
  client.release();
  expect(await keptOf(database.pool)).not.toEqual(await countedOf(database.pool));
  expect((await verifyCounts(database.db)).length).toBeGreaterThan(0);
  expect(await keptOf(database.pool)).toEqual(await countedOf(database.pool));
});
