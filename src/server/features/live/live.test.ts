import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LIVE_MESSAGES } from "#contract/live/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { FolderCounts } from "#contract/orders/orders.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { members } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { type EventReader, readEvents } from "#test/support/event-reader.ts";
import { orderIn, put } from "#test/support/orders.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { broadcastChanges } from "./broadcast-changes.ts";
import { CHANNEL } from "./notify-messages.ts";
import { STREAMS_PER_MEMBER } from "./streams.ts";

let program: TestProgram;
let admin: string;
const open: EventReader[] = [];

beforeAll(async () => {
  program = await startTestProgram({ services: { live: { heartbeatMs: 100, countsMs: 50 } } });
  admin = await program.signIn("Admin");
});
afterEach(async () => {
  for (const reader of open.splice(0)) {
    reader.close();
    await reader.ended;
  }
});
afterAll(() => program.stop());

async function read(token = admin, query = ""): Promise<EventReader> {
  const reader = await readEvents(program.address, token, query);
  open.push(reader);
  return reader;
}

async function freshToken(role: "Team" | "Manager" | "Night Staff"): Promise<string> {
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: emailOf(role), password: TEST_PASSWORD },
  });
  return body.jwtToken as string;
}

const countsNow = async () =>
  (await call<FolderCounts>(program.address, "GET", "/api/admin/get-folder-count", { token: admin })).body.data;

describe("a stream", () => {
  it("is server-sent events, neither cached, buffered nor compressed, with the headers of every answer", async () => {
    const { response } = await read();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(response.headers.has("content-encoding")).toBe(false);
  });

  it("starts with the counts, the same for every role", async () => {
    await intake(program);
    const telecaller = await read(await program.signIn("Telecaller"));
    expect(await telecaller.next("counts")).toEqual(await countsNow());
  });

  it("reports a move: the order, its new status, who moved it, and the new counts", async () => {
    const { order_id: id } = await intake(program);
    const reader = await read();
    const { body } = await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "AwaitingGovt" });
    expect(body.status).toBe(1);
    const reported = await reader.next(
      "order",
      ({ order_id, process_status }) => order_id === id && process_status === "AwaitingGovt",
    );
    expect(reported).toMatchObject({ previous_status: "New", version: 2, who: { name: "Admin Member" } });
    const now = await countsNow();
    await reader.next("counts", (counts) => JSON.stringify(counts) === JSON.stringify(now));
  });

  it("starts with what changed in the last seconds when it is a page's first, and only then", async () => {
    const watching = await read();
    const { order_id: missed } = await intake(program);
    const { order_id: later } = await intake(program);
    // A change is read when it is reported: the report of a new order, if late, would show its move already.
    await watching.next("order", ({ order_id }) => order_id === later);
    await put(program, admin, "move-order-status", { orderId: missed, updatingStatus: "AwaitingGovt" });
    const isMissed = (order: { order_id: number; version: number }) => order.order_id === missed && order.version === 2;
    await watching.next("order", isMissed);
    const second = await read();
    await put(program, admin, "move-order-status", { orderId: later, updatingStatus: "AwaitingGovt" });
    expect(await second.next("order")).toMatchObject({ order_id: later, version: 2 });
    const first = await read(admin, "?first=1");
    expect(await first.next("order", isMissed)).toMatchObject({ process_status: "AwaitingGovt" });
  });

  it("reports an order from a checkout, without a member", async () => {
    const reader = await read();
    const { order_id: id } = await intake(program);
    expect(await reader.next("order", ({ order_id }) => order_id === id)).toMatchObject({ version: 1, who: null });
  });

  it("reports a comment, a refund, a payment and a permanent deletion", async () => {
    const { order_id: commented } = await intake(program);
    const refunded = await orderIn(program, { status: "Refunds" });
    const { order_id: paid } = await intake(program, { paid: false });
    const purged = await orderIn(program, { status: "Deleted" });
    const reader = await read();
    const seen = (id: number) => reader.next("order", ({ order_id }) => order_id === id);
    const body = { orderId: commented, remark: "called" };
    await call(program.address, "POST", "/api/admin/add-new-remark", { token: admin, body });
    await seen(commented);
    await put(program, admin, "move-to-complete-refund", { orderId: [{ id: refunded }] });
    await seen(refunded);
    const payment = { transaction_id: "T-1", merchant_name: "Stripe" };
    const answer = await call(program.address, "POST", `/api/intake/orders/${paid}/payment`, {
      token: "intake-key-of-the-tests",
      headers: { "idempotency-key": "live-payment" },
      body: payment,
    });
    expect([200, 201]).toContain(answer.code);
    await seen(paid);
    const purge = { orderId: purged, updatingStatus: "Deleted", permanentDeletedFlag: true };
    expect((await put(program, admin, "change-order-status", purge)).code).toBe(200);
    await seen(purged);
  });

  it("reports nothing for a refused call", async () => {
    const reader = await read();
    const eventsOf = (id: number) =>
      reader.received.filter(({ name, data }) => name === "order" && (data as { order_id: number }).order_id === id);
    const { order_id: id } = await intake(program);
    await reader.next("order", ({ order_id }) => order_id === id);
    await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Completed" });
    await put(program, admin, "move-to-complete-refund", { orderId: [{ id }] });
    const { order_id: later } = await intake(program);
    await reader.next("order", ({ order_id }) => order_id === later);
    expect(eventsOf(id)).toHaveLength(1);
  });

  it("reports many changed orders with one event", async () => {
    const ids: number[] = [];
    for (let index = 0; index < 201; index += 1) ids.push((await intake(program)).order_id);
    const reader = await read();
    const { body } = await put(program, admin, "change-order-status", { orderId: ids, updatingStatus: "AwaitingGovt" });
    expect(body.status).toBe(1);
    expect(await reader.next("refresh")).toEqual({});
    const { awaitingGovtCount } = await countsNow();
    await reader.next("counts", (counts) => counts.awaitingGovtCount === awaitingGovtCount);
  });

  it("ignores malformed messages from another process", async () => {
    const reader = await read();
    for (const text of [
      "",
      "nonsense",
      "[]",
      '{"orders":["1; drop table orders"],"viewers":[]}',
      '{"orders":[1e99]}',
    ]) {
      await program.db.execute(sql`select pg_notify(${CHANNEL}, ${text})`);
    }
    const { order_id: id } = await intake(program);
    await reader.next("order", ({ order_id }) => order_id === id);
    expect(reader.received.map(({ name }) => name).filter((name) => name === "refresh")).toEqual([]);
  });

  it("reports changes made by a script beside the program", async () => {
    const { order_id: id } = await intake(program);
    const reader = await read();
    const log = { warn: vi.fn() };
    const database = createDatabase(program.database.connectionString, { max: 1, log });
    const broadcast = await broadcastChanges(database, log);
    const event = {
      orderId: id,
      actorId: null,
      event: { type: "tracked", data: { ip: "::1", user_agent: "" } },
    } as const;
    await database.db.transaction((tx) => createTimelineService().record(tx, new Date(), [event]));
    await broadcast.close();
    await database.close();
    await reader.next("order", ({ order_id, who }) => order_id === id && who === null);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("leaves nothing behind when its client disconnects while it opens", async () => {
    const { order_id: id } = await intake(program);
    const goings = Array.from({ length: 15 }, async (_, index) => {
      const going = new AbortController();
      setTimeout(() => going.abort(), index * 3);
      const url = `${program.address}/api/admin/events?order=${id}`;
      await fetch(url, { headers: { authorization: admin }, signal: going.signal }).catch(() => undefined);
      going.abort();
    });
    await Promise.all(goings);
    const viewers = () => program.db.execute(sql`select 1 from order_viewers where order_id = ${id}`);
    await expect.poll(async () => (await viewers()).rows, SOON).toEqual([]);
    await expect
      .poll(async () => await (await fetch(`${program.address}/metrics`)).text(), SOON)
      .toMatch(/^live_streams_open 0$/m);
  });

  it("is refused to a malformed order id", async () => {
    const { response } = await read(admin, "?order=nonsense");
    expect([response.status, await response.json()]).toMatchObject([400, { message: ORDER_MESSAGES.orderIdInvalid }]);
  });

  it("is refused when a member has too many, and allowed again when one is closed", async () => {
    const token = await program.signIn("Night Staff");
    for (let index = 0; index < STREAMS_PER_MEMBER; index += 1) expect((await read(token)).response.status).toBe(200);
    const refused = await read(token);
    expect(refused.response.status).toBe(429);
    expect(await refused.response.json()).toMatchObject({
      code: "rate_limited",
      message: LIVE_MESSAGES.tooManyStreams,
    });
    open[0]?.close();
    await expect.poll(async () => (await read(token)).response.status, SOON).toBe(200);
  });

  it("is counted, and its duration is not recorded as a response time", async () => {
    const metric = async () => {
      const metrics = await (await fetch(`${program.address}/metrics`)).text();
      expect(metrics).not.toContain('/api/admin/events",status="200"');
      return Number(/^live_streams_open (\d+)$/m.exec(metrics)?.[1]);
    };
    await expect.poll(metric, SOON).toBe(0);
    const reader = await read();
    await expect.poll(metric, SOON).toBe(1);
    reader.close();
    await expect.poll(metric, SOON).toBe(0);
  });

  it("can't be opened by HEAD", async () => {
    const response = await fetch(`${program.address}/api/admin/events`, {
      method: "HEAD",
      headers: { authorization: admin },
    });
    expect(response.status).toBe(404);
  });
});

describe("a stream ends", () => {
  it("when its session ends", async () => {
    const token = await freshToken("Team");
    const reader = await read(token);
    await call(program.address, "POST", "/api/admin/logout", { token });
    await reader.ended;
  });

  it("when the member is removed or has another role", async () => {
    const setMember = (set: Partial<typeof members.$inferInsert>) =>
      program.db
        .update(members)
        .set(set)
        .where(sql`${members.email} = ${emailOf("Manager")}`);
    const token = await freshToken("Manager");
    const removed = await read(token);
    await setMember({ disabledAt: new Date() });
    await removed.ended;
    await setMember({ disabledAt: null });
    const demoted = await read(token);
    await setMember({ role: "Telecaller" });
    await demoted.ended;
    await setMember({ role: "Manager" });
  });
});

describe("presence", () => {
  it("lists each viewer of the order once, and no one who has left", async () => {
    const { order_id: id } = await intake(program);
    const first = await read(admin, `?order=${id}`);
    await first.next("presence", ({ viewers }) => viewers.length === 1);
    const team = await program.signIn("Team");
    const second = await read(team, `?order=${id}`);
    const again = await read(team, `?order=${id}`);
    const elsewhere = await read(team);
    const both = await first.next("presence", ({ viewers }) => viewers.length === 2);
    expect(both.viewers.map(({ name }) => name)).toEqual(["Admin Member", "Team Member"]);
    expect(await second.next("presence", ({ viewers }) => viewers.length === 2)).toEqual(both);
    second.close();
    again.close();
    const reported = first.received.length;
    await expect
      .poll(() => first.received.slice(reported).map(({ data }) => data), SOON)
      .toContainEqual({ order_id: id, viewers: [{ id: expect.any(Number), name: "Admin Member" }] });
    expect(elsewhere.received.filter(({ name }) => name === "presence")).toEqual([]);
  });
});

it("continues after the listening connection was cut, and then makes screens reload", async () => {
  const reader = await read();
  await reader.next("counts");
  await program.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${CHANNEL} and datname = current_database()`,
  );
  await reader.next("refresh");
  const { order_id: id } = await intake(program);
  await reader.next("order", ({ order_id }) => order_id === id);
});
