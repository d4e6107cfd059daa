import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AuditEntry, ViewEntry } from "#contract/audit/audit-lists.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { Role } from "#contract/roles.ts";
import { insertAuditEvents } from "#server/features/audit/audit.repository.ts";
import { createViewLog } from "#server/features/audit/view-log.ts";
import { call, intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { testLog } from "#test/support/log-capture.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const WAIT = { timeout: 30_000, interval: 50 };

let program: TestProgram;
let telecaller: string;
let admin: string;
let orderId: number;

const get = <T>(path: string, token: string) => call<T>(program.address, "GET", `/api/admin/${path}`, { token });
const post = <T>(path: string, token: string, body: unknown) =>
  call<T>(program.address, "POST", `/api/admin/${path}`, { token, body });
const views = async (query = "") => (await get<ViewEntry[]>(`view-log${query}`, admin)).body.data;

beforeAll(async () => {
  program = await startTestProgram({ services: { viewLog: { writeMs: 50 } } });
  telecaller = await program.signIn("Telecaller");
  admin = await program.signIn("Admin");
  ({ order_id: orderId } = await intake(program));
  const form = new FormData();
  const fields = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("card"))], "card.pdf"));
  const upload = { method: "POST", headers: { authorization: admin }, body: form };
  expect((await fetch(`${program.address}/api/admin/upload-visa-document`, upload)).status).toBe(200);
});
afterAll(() => program.stop());

describe("a member's reading", () => {
  it("is in the view log: details, documents, mails and rows of lists, by hour, with the orders", async () => {
    const { body } = await get<OrderDetails>(`get-orders-details/${orderId}`, telecaller);
    const [mail] = body.data.mailHistory;
    const file = await fetch(`${program.address}/api/admin/documents/${mail?.uploadDoc?.id}`, {
      headers: { authorization: telecaller },
    });
    expect(file.status).toBe(200);
    await file.arrayBuffer();
    expect((await get(`mail-content/${mail?.id}`, telecaller)).code).toBe(200);
    expect((await get("get-orders-list/completedOrder", telecaller)).code).toBe(200);
    const rows = (await get<unknown[]>("get-orders-list/allOrder?limit=50", admin)).body.data.length;
    expect(rows).toBe(1);
    const search = { start: 0, end: 10, searchVal: String(orderId), folderName: "allOrder" };
    expect((await post<unknown[]>("search-order", admin, search)).body.data).toHaveLength(1);
    expect((await post("defence-pack-details", telecaller, { orderId })).code).toBe(200);
    await vi.waitFor(async () => {
      const found = (await views(`?order=${orderId}`)).filter(({ member }) => member.name === "Telecaller Member");
      expect(found).toEqual([
        expect.objectContaining({
          member: expect.objectContaining({ name: "Telecaller Member" }),
          details: 1,
          documents: 1,
          mails: 1,
          packs: 1,
          order_ids: [orderId],
        }),
      ]);
      expect(await views()).toContainEqual(
        expect.objectContaining({
          member: expect.objectContaining({ name: "Admin Member" }),
          rows: 2,
          order_ids: [orderId],
        }),
      );
    }, WAIT);
  });

  it("of the open disputes is counted by their rows", async () => {
    const remark = { orderId, remark: "The bank wrote.", chargeBack: "Y" };
    expect((await post("add-new-remark", admin, remark)).code).toBe(200);
    const manager = await program.signIn("Manager");
    expect((await get<unknown[]>("disputes?state=open", manager)).body.data).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await views()).toContainEqual(
        expect.objectContaining({ member: expect.objectContaining({ name: "Manager Member" }), rows: 1 }),
      );
    }, WAIT);
  });

  it("in one answer is 500 rows, unless the role may export", async () => {
    await program.db.execute(sql`
      insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, full_name, email, email_key)
      select 'Awaiting', status_changed_at, created_at, processing_mode, is_paid, full_name, email, email_key
        from orders, generate_series(1, 520) where id = ${orderId}`);
    const list = async (role: Role, query: string) => {
      const { body } = await get<unknown[]>(`get-orders-list/awaitingOrder?${query}`, await program.signIn(role));
      return [body.data.length, body.total, body.message];
    };
    const search = async (role: Role, end: number) => {
      const given = { start: 0, end, searchVal: "", folderName: "awaitingOrder" };
      const { body } = await post<unknown[]>("search-order", await program.signIn(role), given);
      return [body.data.length, body.total, body.message];
    };
    const cut = "At most 500 orders in one answer. Ask for the rest page by page.";
    expect(await list("Night Staff", "limit=100000000")).toEqual([500, 520, cut]);
    expect(await list("Night Staff", "limit=500&page=2")).toEqual([20, 520, ""]);
    expect(await search("Night Staff", 520)).toEqual([500, 520, cut]);
    expect(await list("Manager", "limit=100000000")).toEqual([520, 520, ""]);
    expect(await search("Manager", 520)).toEqual([520, 520, ""]);
  });

  it("is not counted for unknown orders and documents", async () => {
    expect((await get(`get-orders-details/999999`, telecaller)).code).toBe(404);
    expect((await get("documents/999999", telecaller)).code).toBe(404);
    expect(await views("?order=999999")).toEqual([]);
  });

  it("is limited, with details, documents and mails counted together", async () => {
    const token = await program.signIn("Night Staff");
    await program.db.execute(sql`
      insert into rate_limits (key, points, expire)
      select 'details:' || id, 5000, ${Date.now() + 3_600_000} from members where role = 'Night Staff'`);
    for (const path of [`documents/1`, `mail-content/1`, `get-orders-details/${orderId}`]) {
      const { code, body, headers } = await get(path, token);
      expect([path, code, body.message]).toEqual([path, 429, MESSAGES.rateLimited]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  it("is shown only to Admins", async () => {
    for (const path of ["audit-log", "view-log", "foreign-mails"]) {
      expect((await get(path, await program.signIn("Manager"))).code).toBe(403);
      expect((await get(path, admin)).code).toBe(200);
    }
  });
});

describe("an hour of the view log", () => {
  const clock = fixedClock("2026-03-01T10:20:00Z");
  const notified: { name: string; orders: number; alarm: string }[] = [];
  const viewLog = () =>
    createViewLog({
      db: program.db,
      now: clock.now,
      log: testLog,
      audit: { record: async (tx, ...events) => void (await insertAuditEvents(tx, events)) },
      notifyAdmins: async (_tx, about) => void notified.push(about),
    });
  const memberId = async () =>
    (await program.db.execute<{ id: number }>(sql`select id from members where role = 'Team'`)).rows[0]?.id ?? 0;

  it("notifies the Admins once of a member who opened more than 300 orders, over all processes", async () => {
    const id = await memberId();
    for (let n = 0; n < 4; n += 1) {
      const process = viewLog();
      for (let order = 0; order < 100; order += 1) process.opened(id, "details", 200_000 + n * 90 + order);
      await process.stop();
      expect(notified).toHaveLength(n < 3 ? 0 : 1);
    }
    const again = viewLog();
    again.opened(id, "details", 300_000);
    await again.stop();
    expect(notified).toEqual([{ name: "Team Member", orders: 370, alarm: "opened" }]);
    const [event] = (await get<AuditEntry[]>("audit-log?type=many-orders-opened", admin)).body.data;
    expect(event).toMatchObject({ member: { name: "Team Member" }, data: { orders: 370 } });
  });

  it("notifies the Admins once of a member to whom lists showed more than 20,000 different orders", async () => {
    const { rows } = await program.db.execute<{ id: number }>(sql`select id from members where role = 'Manager'`);
    const id = rows[0]?.id ?? 0;
    notified.length = 0;
    const process = viewLog();
    const page = (start: number) => Array.from({ length: 500 }, (_, n) => 300_000 + start + n);
    // A list that refreshes itself shows the same orders again and again.
    for (let n = 0; n < 100; n += 1) process.listed(id, page(0));
    for (let start = 500; start < 20_000; start += 500) process.listed(id, page(start));
    await process.stop();
    expect(notified).toEqual([]);
    process.listed(id, page(20_000));
    await process.stop();
    process.listed(id, page(30_000));
    await process.stop();
    expect(notified).toEqual([{ name: "Manager Member", orders: 20_001, alarm: "listed" }]);
    const [event] = (await get<AuditEntry[]>("audit-log?type=many-orders-listed", admin)).body.data;
    expect(event).toMatchObject({ member: { name: "Manager Member" }, data: { orders: 20_001 } });
  });

  it("becomes one event of the audit log with its orders, and is found by each of them", async () => {
    const id = await memberId();
    clock.at = new Date("2026-03-01T11:00:30Z");
    await viewLog().fold();
    expect(await views(`?member=${id}&from=2026-03-01&to=2026-03-01`)).toHaveLength(1);
    clock.at = new Date("2026-03-01T11:02:00Z");
    await viewLog().fold();
    await viewLog().fold();
    const { rows } = await program.db.execute<{ running: number }>(
      sql`select count(*)::int as running from view_counts where member_id = ${id}`,
    );
    expect(rows).toEqual([{ running: 0 }]);
    const found = await views("?order=200050");
    expect(found).toEqual([expect.objectContaining({ hour: "2026-03-01T10:00:00.000Z", details: 401 })]);
    expect(found[0]?.order_ids).toHaveLength(371);
    const log = (await get<AuditEntry[]>("audit-log?order=200050", admin)).body.data;
    expect(log).toEqual([expect.objectContaining({ type: "views", at: "2026-03-01T11:00:00.000Z" })]);
    expect((await get<AuditEntry[]>("audit-log?order=199999", admin)).body.data).toEqual([]);
  });

  it("is read page by page, the members of an hour by name, whatever page ends between them", async () => {
    const { rows: staff } = await program.db.execute<{ id: number; name: string }>(sql`select id, name from members`);
    const hours = ["2025-07-01T09", "2025-07-01T10", "2025-06-30T23"].map((hour) => `${hour}:00:00.000Z`);
    const counts = { details: 1, documents: 0, mails: 0, packs: 0, rows: 0, orders: [] };
    const events = staff.flatMap(({ id }) =>
      hours.map((hour) => ({
        at: new Date(),
        actorId: id,
        event: { type: "views" as const, data: { hour, ...counts } },
      })),
    );
    await insertAuditEvents(program.db, events);
    const names = staff.map(({ name }) => name).sort();
    const expected = [...hours]
      .sort()
      .reverse()
      .flatMap((hour) => names.map((name) => `${hour} ${name}`));
    const read = async (query: string) =>
      (await views(`?from=2025-06-30&to=2025-07-01&${query}`)).map(({ hour, member }) => `${hour} ${member.name}`);
    expect(await read("limit=100")).toEqual(expected);
    const pages = [];
    for (let page = 1; page <= expected.length / 2 + 1; page += 1) pages.push(...(await read(`limit=2&page=${page}`)));
    expect(pages).toEqual(expected);
    const oneDay = (await views("?from=2025-06-30&to=2025-06-30&limit=100")).map(({ hour }) => hour);
    expect(oneDay).toEqual(staff.map(() => hours[2]));
    const { body } = await get<ViewEntry[]>(
      `view-log?member=${staff[0]?.id}&from=2025-07-01&to=2025-07-01&limit=1`,
      admin,
    );
    expect(body).toMatchObject({ total: 2, total_capped: false, data: [{ hour: hours[1] }] });
  });
});
