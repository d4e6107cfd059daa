import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { QUEUES } from "#contract/orders/queues.ts";
import { loadConfig } from "#server/config.ts";
import type { DemoDeps } from "#server/demo-source.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { readingFrom } from "#server/platform/db/reading.ts";
import { orderClaims, orders } from "#server/platform/db/schema.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import { createLog } from "#server/platform/log.ts";
import { createServices } from "#server/services.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { ensureDemoData } from "./demo-data.ts";
import { NO_JOBS } from "./demo-services.ts";
import { findDemoSample } from "./demo-source.ts";
import { demoSignIns } from "./demo-team.ts";

const NOW = new Date("2026-03-10T15:30:00Z");
const DAY = expect.stringMatching(/^2026-0[23]-\d\d$/);
const log = createLog("silent");
const secrets = {
  session: ["a secret of the tests that is long enough to be one"],
  factorKeys: ["a key of second factors that is long enough"],
  intakeKeys: ["a key of the tests"],
};

interface Installation {
  database: TestDatabase;
  dataDir: string;
  deps: DemoDeps;
}
let installed: Installation;

async function install(): Promise<Installation> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "arrival-demo-"));
  const { connectionString, pool, db } = database;
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    SESSION_SECRET: secrets.session.join(),
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
    onOrdersChanged: () => undefined,
    onSessionsEnded: () => undefined,
    onClaimsChanged: () => undefined,
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
    size: 60,
  };
  return { database, dataDir, deps };
}

async function remove({ database, dataDir }: Installation): Promise<void> {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}

beforeEach(async () => {
  installed = await install();
});
afterEach(() => remove(installed));

const servicesOf = ({ deps }: Installation) => {
  return createServices({ ...deps, jobs: NO_JOBS, options: {} });
};

async function allDetails(of: Installation): Promise<OrderDetails[]> {
  const services = await servicesOf(of);
  const ids = await of.database.db.select({ id: orders.id }).from(orders).orderBy(orders.id);
  const details: OrderDetails[] = [];
  for (const { id } of ids) details.push(await services.orders.details(id));
  return details;
}

describe("a loaded demo", () => {
  it("fills every queue, has complete timelines and leaves no work pending", async () => {
    await ensureDemoData({ ...installed.deps, size: 300 });
    const { db, pool } = installed.database;
    const services = await servicesOf(installed);
    const counts = await services.orders.counts();
    for (const { list, count } of QUEUES) {
      const query = { list, month: undefined, sort: undefined, dir: undefined };
      const { total } = await services.orders.list({ id: 1, type: "Admin" }, query, { page: 1, limit: 1 });
      expect([list, total]).toEqual([list, counts[count]]);
      expect(total).toBeGreaterThanOrEqual(2);
    }
    expect(counts.allOrdersCount + counts.deletedOrdersCount).toBe(300);

    const details = await allDetails(installed);
    for (const order of details) expectSound(order);
    const places = details.flatMap(({ downloadHistory }) => downloadHistory.map(({ place }) => place !== null));
    expect(places).toContain(true);
    const mails = details.flatMap(({ mailHistory }) => mailHistory);
    const written = await readdir(path.join(installed.dataDir, "mail"));
    expect(written.filter((name) => name.endsWith(".eml"))).toHaveLength(mails.length);
    expect((await pool.query("select from mails where due_at is not null")).rowCount).toBe(0);
    expect((await pool.query("select from pg_namespace where nspname = 'pgboss'")).rowCount).toBe(0);
    expect((await pool.query(BROKEN_CHAINS)).rows).toEqual([]);
    expect(await findDemoSample(db)).toMatchObject({ orderId: expect.any(Number) });
    const states = new Set(mails.map(({ state }) => state));
    expect([...states].toSorted()).toEqual(["bounced", "complained", "delivered", "sent"]);
    expect(details.filter(({ disputes }) => disputes.some(({ outcome }) => outcome !== null)).length).toBeGreaterThan(
      0,
    );
    const audited = await pool.query("select at from audit_events order by id");
    const times = audited.rows.map(({ at }) => at.getTime());
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const disputed = details.find(({ dispute }) => dispute !== null);
    expect(disputed?.dispute).toMatchObject({ reason: expect.any(String), amount: disputed?.amount, due_date: DAY });
    const { preflight } = await services.packs.details(disputed?.order_id ?? 0);
    expect(preflight.pack1.level).not.toBe("red");
  });

  it("has some late open orders, and more that are not; nobody has claimed them", async () => {
    await ensureDemoData(installed.deps);
    expect(await installed.database.db.$count(orderClaims)).toBe(0);
    const due = (await allDetails(installed)).flatMap(({ due_at }) => (due_at === null ? [] : [Date.parse(due_at)]));
    const late = due.filter((at) => at < NOW.getTime());
    expect(late).not.toEqual([]);
    expect(late.length).toBeLessThan(due.length / 2);
  });

  it("is identical for the same seed and hour, and is loaded once", { tags: "long" }, async () => {
    await ensureDemoData(installed.deps);
    const first = await allDetails(installed);
    await ensureDemoData({ ...installed.deps, seed: 2 });
    expect(await installed.database.db.$count(orders)).toBe(60);
    const other = await install();
    await ensureDemoData({ ...other.deps, now: () => new Date("2026-03-10T15:01:00Z") });
    expect((await allDetails(other)).map(withoutChance)).toEqual(first.map(withoutChance));
    await remove(other);
  });
});

describe("a demo whose loading was interrupted", { tags: "long" }, () => {
  const cutOff = () =>
    ensureDemoData({
      ...installed.deps,
      publicUrl: () => {
        throw new Error("cut off");
      },
    });

  it("is removed and loaded again", async () => {
    await expect(cutOff()).rejects.toThrow("cut off");
    const { db } = installed.database;
    expect(await readSetting(db, "demo")).toBe("loading");
    expect(await db.$count(orders)).toBe(60);
    await ensureDemoData({ ...installed.deps, size: 30 });
    // Interrupted just before its end: files and mails already exist.
    await writeSetting(db, "demo", "loading");
    await ensureDemoData({ ...installed.deps, size: 40 });
    expect(await readSetting(db, "demo")).toBe("complete");
    const details = await allDetails(installed);
    const counts = await (await servicesOf(installed)).orders.counts();
    expect(counts.allOrdersCount + counts.deletedOrdersCount).toBe(40);
    expect(details.map(({ order_id: id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => 100_001 + index));
    const count = (kind: "mailHistory" | "uploadDoc") => details.flatMap((order) => order[kind] as object[]).length;
    expect(await readdir(path.join(installed.dataDir, "mail"))).toHaveLength(count("mailHistory"));
    expect(await readdir(path.join(installed.dataDir, "files", "documents"))).toHaveLength(count("uploadDoc"));
    await expect(installed.database.pool.query("delete from order_events")).rejects.toThrow(/insert-only/);
  });

  it("is kept when other orders exist beside it", async () => {
    await expect(cutOff()).rejects.toThrow("cut off");
    await receiveOwnOrder();
    await ensureDemoData(installed.deps);
    expect(await installed.database.db.$count(orders)).toBe(61);
  });

  it("is never loaded where other orders or members exist", async () => {
    await receiveOwnOrder();
    await ensureDemoData(installed.deps);
    expect(await installed.database.db.$count(orders)).toBe(1);
    const other = await install();
    await other.database.pool.query("update members set email_key = 'own@staff.example' where role = 'Team'");
    await ensureDemoData(other.deps);
    expect(await other.database.db.$count(orders)).toBe(0);
    await remove(other);
  });

  async function receiveOwnOrder(): Promise<void> {
    const services = await servicesOf(installed);
    const own = { full_name: "N. K. Perera", email: "own@example.com", nationality: "GB", arrival_date: "2026-03-11" };
    const { intakeOrderSchema } = await import("#contract/intake/intake.ts");
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
  for (const mail of order.mailHistory)
    expect(mail).toMatchObject({ state: expect.stringMatching(/^(sent|delivered|bounced|complained)$/) });
  if (order.process_status !== "Completed") return;
  expect(order.uploadDoc.length).toBeGreaterThan(0);
  expect(order.mailHistory.length).toBeGreaterThan(0);
}

/** Without values that differ between loads: row ids that depend on timing, digests over them, and the ids of mails. */
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

const BROKEN_CHAINS = `
  select order_id, seq from (
    select e.*, lag(e.digest) over w as before, lag(e.seq) over w as seq_before, p.data, p.salt
    from order_events e join order_event_payloads p on p.event_id = e.id window w as (partition by order_id order by seq)
  ) e
  where previous_digest is distinct from before or seq <> coalesce(seq_before, 0) + 1
    or payload_digest <> sha256(salt || convert_to(data::text, 'UTF8'))
    or digest <> order_event_digest(previous_digest, order_id, seq, at, type, actor_id, payload_digest)`;
