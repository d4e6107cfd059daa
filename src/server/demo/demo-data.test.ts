import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LIST_COUNT, LIST_NAMES } from "#contract/order-status.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { loadConfig } from "#server/config.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { readingFrom } from "#server/platform/db/reading.ts";
import { orders } from "#server/platform/db/schema.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import { createLog } from "#server/platform/log.ts";
import { createServices } from "#server/services.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { type DemoDeps, ensureDemoData } from "./demo-data.ts";
import { findDemoSample } from "./demo-sample.ts";
import { demoSignIns } from "./demo-team.ts";

const NOW = new Date("2026-03-10T15:30:00Z");
const DAY = expect.stringMatching(/^2026-0[23]-\d\d$/);
const log = createLog("silent");
const secrets = { session: "a secret of the tests, long enough to be one", intakeKeys: ["a key of the tests"] };

interface Desk {
  database: TestDatabase;
  dataDir: string;
  deps: DemoDeps;
}
let desk: Desk;

async function openDesk(): Promise<Desk> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "arrival-demo-"));
  const { connectionString, pool, db, load } = database;
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    SESSION_SECRET: secrets.session,
    INTAKE_API_KEY: "intake-key-of-the-tests",
    DEMO: "1",
  });
  const members = await demoSignIns(dataDir);
  await ensureMembers(db, () => NOW, members);
  await pool.query("insert into gateways (name, is_active) values ('Stripe', true), ('PayPal', false)");
  const handle = {
    connectionString,
    pool,
    db,
    reading: readingFrom({ pool, db }),
    load,
    onOrdersChanged: () => undefined,
    close: async () => undefined,
  };
  const publicUrl = () => "http://127.0.0.1:3000";
  const deps = {
    config,
    secrets,
    connectionString,
    database: handle,
    members,
    now: () => NOW,
    log,
    publicUrl,
    size: 120,
  };
  return { database, dataDir, deps };
}

async function closeDesk({ database, dataDir }: Desk): Promise<void> {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => closeDesk(desk));

const servicesOf = ({ deps }: Desk) => {
  const nothing = async () => undefined;
  const jobs = {
    enqueue: nothing,
    handle: () => undefined,
    schedule: () => undefined,
    start: nothing,
    stop: nothing,
    check: nothing,
  };
  return createServices({ ...deps, jobs, options: {} });
};

async function allDetails(of: Desk): Promise<OrderDetails[]> {
  const services = await servicesOf(of);
  const ids = await of.database.db.select({ id: orders.id }).from(orders).orderBy(orders.id);
  const details: OrderDetails[] = [];
  for (const { id } of ids) details.push(await services.orders.details(id));
  return details;
}

describe("a loaded demo", () => {
  it("fills every queue, tells whole histories and leaves nothing to do", async () => {
    await ensureDemoData(desk.deps);
    const { db, pool } = desk.database;
    const services = await servicesOf(desk);
    const counts = await services.orders.counts();
    for (const list of LIST_NAMES) {
      const query = { list, month: undefined, sort: undefined, dir: undefined };
      const { total } = await services.orders.list({ id: 1, type: "Admin" }, query, { page: 1, limit: 1 });
      expect([list, total]).toEqual([list, counts[LIST_COUNT[list]]]);
      expect(total).toBeGreaterThanOrEqual(2);
    }
    expect(counts.allOrdersCount + counts.deletedOrdersCount).toBe(120);

    const details = await allDetails(desk);
    for (const order of details) expectSound(order);
    const places = details.flatMap(({ downloadHistory }) => downloadHistory.map(({ place }) => place !== null));
    expect(places).toContain(true);
    const mails = details.flatMap(({ mailHistory }) => mailHistory);
    const written = await readdir(path.join(desk.dataDir, "mail"));
    expect(written.filter((name) => name.endsWith(".eml"))).toHaveLength(mails.length);
    expect((await pool.query("select from mails where due_at is not null")).rowCount).toBe(0);
    expect((await pool.query("select from pg_namespace where nspname = 'pgboss'")).rowCount).toBe(0);
    expect((await pool.query(BROKEN_CHAINS)).rows).toEqual([]);
    expect(await findDemoSample(db)).toMatchObject({ orderId: expect.any(Number) });
    const disputed = details.find(({ dispute }) => dispute !== null);
    expect(disputed?.dispute).toMatchObject({ reason: expect.any(String), amount: disputed?.amount, due_date: DAY });
    const { preflight } = await services.packs.details(disputed?.order_id ?? 0);
    expect(preflight.pack1.level).not.toBe("red");
  });

  it("is the same for a seed and a day, and is loaded once", async () => {
    await ensureDemoData(desk.deps);
    const first = await allDetails(desk);
    await ensureDemoData({ ...desk.deps, seed: 2 });
    expect(await desk.database.db.$count(orders)).toBe(120);
    const other = await openDesk();
    await ensureDemoData({ ...other.deps, now: () => new Date("2026-03-10T01:00:00Z") });
    expect((await allDetails(other)).map(withoutChance)).toEqual(first.map(withoutChance));
    await closeDesk(other);
  });

  it("is what the services write when they play every step themselves", async () => {
    await ensureDemoData({ ...desk.deps, size: 48 });
    const alone = await openDesk();
    await ensureDemoData({ ...alone.deps, size: 48, isEachStepPlayedAlone: true });
    const expected = (await allDetails(alone)).map(withoutChance);
    expect((await allDetails(desk)).map(withoutChance)).toEqual(expected);
    expect(await letters(desk)).toEqual(await letters(alone));
    await closeDesk(alone);
  }, 180_000);
});

describe("a demo that was cut off", () => {
  const cutOff = () =>
    ensureDemoData({
      ...desk.deps,
      publicUrl: () => {
        throw new Error("cut off");
      },
    });

  it("is removed and loaded anew", async () => {
    await expect(cutOff()).rejects.toThrow("cut off");
    const { db } = desk.database;
    expect(await readSetting(db, "demo")).toBe("loading");
    expect(await db.$count(orders)).toBe(120);
    await ensureDemoData({ ...desk.deps, size: 30 });
    // Cut off just before its end: files and mails are there already.
    await writeSetting(db, "demo", "loading");
    await ensureDemoData({ ...desk.deps, size: 40 });
    expect(await readSetting(db, "demo")).toBe("complete");
    const details = await allDetails(desk);
    expect(details.map(({ order_id: id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => 100_001 + index));
    const count = (kind: "mailHistory" | "uploadDoc") => details.flatMap((order) => order[kind] as object[]).length;
    expect(await readdir(path.join(desk.dataDir, "mail"))).toHaveLength(count("mailHistory"));
    expect(await readdir(path.join(desk.dataDir, "files", "documents"))).toHaveLength(count("uploadDoc"));
    await expect(desk.database.pool.query("delete from order_events")).rejects.toThrow(/insert-only/);
  });

  it("stays when somebody's own orders stand beside it", async () => {
    await expect(cutOff()).rejects.toThrow("cut off");
    await receiveOwnOrder();
    await ensureDemoData(desk.deps);
    expect(await desk.database.db.$count(orders)).toBe(121);
  });

  it("never begins where orders or members of somebody else are", async () => {
    await receiveOwnOrder();
    await ensureDemoData(desk.deps);
    expect(await desk.database.db.$count(orders)).toBe(1);
    const other = await openDesk();
    await other.database.pool.query("update members set email_key = 'own@staff.example' where role = 'Team'");
    await ensureDemoData(other.deps);
    expect(await other.database.db.$count(orders)).toBe(0);
    await closeDesk(other);
  });

  async function receiveOwnOrder(): Promise<void> {
    const services = await servicesOf(desk);
    const own = { full_name: "N. K. Perera", email: "own@example.com", nationality: "GB", arrival_date: "2026-03-11" };
    const { intakeOrderSchema } = await import("#contract/intake.ts");
    await services.intake.createOrder("own", intakeOrderSchema.parse({ ...own, paid: true }));
  }
});

function expectSound(order: OrderDetails): void {
  expect(order.email).toMatch(/@(?:example\.(?:com|org|net)|(?:mail|post)\.example)$/);
  const times = order.timeline.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1) ?? "").toMatch(/^202[456]-/);
  expect((times.at(-1) ?? "") <= NOW.toISOString()).toBe(true);
  expect(order.timeline[0]).toMatchObject({ type: "created", data: { source: "demo" }, at: order.created_at });
  for (const mail of order.mailHistory) expect(mail).toMatchObject({ state: "written", transport: "file" });
  if (order.process_status !== "Completed") return;
  expect(order.uploadDoc.length).toBeGreaterThan(0);
  expect(order.mailHistory.length).toBeGreaterThan(0);
}

/** Without what no two loads have in common: row ids that hang on who was first, the digests over them, and the ids of mails. */
function withoutChance(details: OrderDetails) {
  const {
    uploadDoc,
    mailHistory,
    downloadHistory,
    remark,
    timeline,
    dispute,
    disputes,
    history_head: head,
    ...order
  } = details;
  const bare = <T extends { id: number }>({ id: _id, ...rest }: T) => rest;
  return {
    ...order,
    dispute: dispute && bare(dispute),
    disputes: disputes.map(bare),
    lastSeq: head?.seq,
    uploadDoc: uploadDoc.map(bare),
    mailHistory: mailHistory.map((mail) => {
      const { message_id: messageId, uploadDoc: document, ...rest } = bare(mail);
      return { ...rest, hasMessageId: messageId !== null, file1: document?.file1 };
    }),
    downloadHistory: downloadHistory.map(bare),
    remark: remark.map(bare),
    timeline: timeline.map((entry) => {
      const data = Object.entries(entry.data).filter(([key]) => !/_id$/.test(key));
      return { at: entry.at, type: entry.type, actor: entry.actor?.name, data };
    }),
  };
}

async function letters({ database }: Desk) {
  const result = await database.pool.query(
    `select order_id, created_at, kind, from_address, to_address, subject, html, text, state, attempts, due_at,
       accepted_at, customer_name, possible_duplicate, error, created_by is null as is_system
     from mails order by order_id, created_at, kind`,
  );
  return result.rows;
}

const BROKEN_CHAINS = `
  select order_id, seq from (
    select e.*, lag(e.digest) over w as before, lag(e.seq) over w as seq_before, p.data
    from order_events e join order_event_payloads p on p.event_id = e.id window w as (partition by order_id order by seq)
  ) e
  where previous_digest is distinct from before or seq <> coalesce(seq_before, 0) + 1
    or payload_digest <> sha256(convert_to(data::text, 'UTF8'))
    or digest <> order_event_digest(previous_digest, order_id, seq, at, type, actor_id, payload_digest)`;
