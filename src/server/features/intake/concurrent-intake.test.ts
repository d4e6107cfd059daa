// Concurrent orders share one transaction, which must not affect any of them.
import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import { type IntakeOrder, intakeOrderSchema } from "#contract/intake/intake.ts";
import { INTAKE_MESSAGES } from "#contract/intake/messages.ts";
import { createDatabase, type DatabaseHandle } from "#server/platform/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { checkHistory } from "../../../../scripts/verify-history/check-history.ts";
import { createGatewaysService } from "../gateways/gateways.service.ts";
import { createReceivedOrdersService } from "../orders/intake/received-orders.service.ts";
import { createTimelineService } from "../timeline/timeline.service.ts";
import { canonicalJson } from "./canonical-json.ts";
import { createIntakeService, type IntakeService } from "./intake.service.ts";

let database: TestDatabase;
let other: DatabaseHandle;
let intake: IntakeService;

beforeEach(async () => {
  database = await createTestDatabase();
  other = createDatabase(database.connectionString, { log: { warn: () => undefined } });
  await createGatewaysService({ db: database.db }).ensure(["Stripe", "PayPal"]);
  intake = processOn(database);
});
afterEach(async () => {
  await other.close();
  await database.drop();
});

const NOW = new Date("2026-03-10T08:00:00Z");
const sha256 = (text: string) => hash("sha256", text, "buffer");

function receivedOn({ db }: Pick<DatabaseHandle, "db">) {
  const gateways = createGatewaysService({ db });
  return createReceivedOrdersService({ timeline: createTimelineService(), filingWindowDays: 3, gateways });
}

const limits = { wrongIntakeKey: async () => undefined };

function processOn(handle: Pick<DatabaseHandle, "db">): IntakeService {
  return createIntakeService({
    db: handle.db,
    now: () => NOW,
    keys: [],
    limits,
    receivedOrders: receivedOn(handle),
    requireRoom: async () => undefined,
  });
}

const orderOf = (full_name: string, given: object = {}): IntakeOrder =>
  intakeOrderSchema.parse({
    full_name,
    email: "a@example.com",
    nationality: "GB",
    arrival_date: "2026-03-11",
    paid: true,
    ...given,
  });
const names = (count: number) => Array.from({ length: count }, (_, n) => `Traveller ${n}`);
const send = (name: string, given: object = {}, by = intake) => by.createOrder(`key of ${name}`, orderOf(name, given));
const one = async <T>(query: string) => (await database.pool.query<{ value: T }>(query)).rows[0]?.value;
const stored = () => one<string[]>("select array_agg(full_name order by full_name) as value from orders");

async function expectSoundHistories(orders: number): Promise<void> {
  const client = await database.pool.connect();
  const faults: unknown[] = [];
  const totals = await checkHistory(client, {}, (fault) => faults.push(fault));
  client.release();
  expect({ events: totals.events, faults }).toEqual({ events: orders, faults: [] });
  const lost = "select count(*)::int as value from orders o where not exists";
  expect(
    await one(`${lost} (select from order_search s where s.order_id = o.id and s.search_text like o.id || e'\\n%')`),
  ).toBe(0);
  expect(await one(`${lost} (select from intake_requests r where r.order_id = o.id)`)).toBe(0);
}

describe("concurrent orders", () => {
  it("are stored in one transaction, and each gets its own answer", async () => {
    const answers = await Promise.all(names(30).map((name) => send(name, { paid: name !== "Traveller 7" })));
    expect(await one("select count(distinct xmin::text)::int as value from orders")).toBe(1);
    for (const [n, { answer, isRepeat }] of answers.entries()) {
      const status = n === 7 ? "Pending" : "New";
      expect(isRepeat).toBe(false);
      expect(answer.process_status).toBe(status);
      const found = `select full_name || ' ' || status as value from orders where id = ${answer.order_id}`;
      expect(await one(found)).toBe(`Traveller ${n} ${status}`);
    }
    await expectSoundHistories(30);
  });

  it("with one key are one order; another body with that key is refused, and others are unaffected", async () => {
    const body = orderOf("Twin");
    const sent = await Promise.allSettled([
      send("First"),
      ...Array.from({ length: 10 }, () => intake.createOrder("one key", body)),
      intake.createOrder("one key", orderOf("Somebody Else")),
      send("Last"),
    ]);
    const outcomes = sent.map((each) =>
      each.status === "fulfilled" ? each.value.isRepeat : String(each.reason.message),
    );
    expect(outcomes).toEqual([false, false, ...Array(9).fill(true), INTAKE_MESSAGES.idempotencyConflict, false]);
    expect(await stored()).toEqual(["First", "Last", "Twin"]);
    const ids = new Set(
      sent.slice(1, 11).map((each) => (each.status === "fulfilled" ? each.value.answer.order_id : 0)),
    );
    expect(ids.size).toBe(1);
    // Repeats use no ids.
    await Promise.all([send("First"), send("Last")]);
    const { answer } = await send("Next");
    expect(answer.order_id).toBe(((await one<number>("select min(id) as value from orders")) as number) + 3);
    await expectSoundHistories(4);
  });

  it("are stored although the database refuses one of them, whose key stays free", async () => {
    await database.pool.query("alter table orders add constraint no_such check (full_name <> 'Traveller 3')");
    const sent = await Promise.allSettled(names(6).map((name) => send(name)));
    expect(sent.map(({ status }) => status === "fulfilled")).toEqual([true, true, true, false, true, true]);
    expect(await stored()).toEqual(names(6).toSpliced(3, 1));
    await database.pool.query("alter table orders drop constraint no_such");
    expect((await send("Traveller 3")).isRepeat).toBe(false);
    await expectSoundHistories(6);
  });

  it("are stored although one names an unknown gateway, which is refused", async () => {
    const sent = await Promise.allSettled([send("A"), send("B", { gateway_id: 99 }), send("C", { gateway_id: 2 })]);
    expect(sent[1]).toMatchObject({
      status: "rejected",
      reason: { code: "invalid_input", message: GATEWAY_MESSAGES.gatewayUnknown },
    });
    expect(await one("select array_agg(full_name || gateway_id order by full_name) as value from orders")).toEqual([
      "A1",
      "C2",
    ]);
  });
});

describe("two processes", () => {
  it("that get the same keys in opposite sequence store each once without a deadlock", async () => {
    const second = processOn(other);
    // Keys are claimed so slowly that the two overlap.
    await database.pool.query(`
      create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.005); return new; end $$;
      create trigger slowly before insert on intake_requests for each row execute function slowly()`);
    for (let round = 0; round < 3; round += 1) {
      const all = names(20).map((name) => `${name} of ${round}`);
      const answers = await Promise.all([
        ...all.map((name) => send(name)),
        ...all.toReversed().map((name) => send(name, {}, second)),
      ]);
      expect(answers.filter(({ isRepeat }) => !isRepeat).length).toBe(20);
    }
    expect(await one("select deadlocks::int as value from pg_stat_database where datname = current_database()")).toBe(
      0,
    );
    await expectSoundHistories(60);
  });

  it.each([
    ["commits", [false, true, false]],
    ["rolls back", [false, false, false]],
  ])("of which one claims a key and %s: the other waits and answers correctly", async (end, repeats) => {
    const order = orderOf("Held");
    const claim = { keyHash: sha256("key of Held"), requestHash: sha256(canonicalJson(order)) };
    const [claimed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = other.db.transaction(async (tx) => {
      await receivedOn(other).receiveOnce(tx, [{ claim, order, at: NOW, createdAt: NOW }], "intake");
      claimed.resolve();
      await ended.promise;
    });
    await Promise.race([claimed.promise, claiming]);
    const waiting =
      "select count(*)::int as value from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const sent = Promise.all(["A", "Held", "Z"].map((name) => send(name)));
    await expect.poll(() => one(waiting)).toBe(1);
    if (end === "commits") ended.resolve();
    else ended.reject(new Error("rolled back"));
    await claiming.catch(() => undefined);
    expect((await sent).map(({ isRepeat }) => isRepeat)).toEqual(repeats);
    expect(await stored()).toEqual(["A", "Held", "Z"]);
    await expectSoundHistories(3);
  });
});
