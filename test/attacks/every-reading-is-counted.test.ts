import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { openCalls } from "#test/support/answered-call.ts";
import { createScenario } from "#test/support/personal-calls.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { STAFF_ROUTES } from "#test/support/staff-routes.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Facts of the order that no call sends. */
const FACTS = {
  telephone_number: "5550199123",
  place_of_stay: "Kestrel Villa 909",
  port_of_arrival: "Mattala Kestrel",
  date_of_birth: "1961-02-03",
  billing_name: "K. Estrel-Billing",
};
/** The stream sends ids, states and names of members; `live.test.ts` reads it. */
const STREAM = "GET /admin/events";
const WAIT = { timeout: 30_000, interval: 10 };

let program: TestProgram;
let calls: Awaited<ReturnType<typeof openCalls>>;

beforeAll(async () => {
  program = await startTestProgram({
    services: {
      viewLog: { writeMs: 10 },
      packRenderer: { render: async () => ({ bytes: plainPdf("a pack"), pages: 1 }), close: async () => undefined },
    },
  });
  calls = await openCalls(program);
});
afterAll(() => program.stop());

interface Counted {
  details: number;
  documents: number;
  mails: number;
  packs: number;
  rows: number;
  orders: number[];
}

/** What the view log holds of the Admin, over all hours. */
async function counted(): Promise<Counted> {
  const { rows } = await program.db.execute<Counted & Record<string, unknown>>(sql`
    select sum(details)::int as details, sum(documents)::int as documents, sum(mails)::int as mails,
           sum(packs)::int as packs, sum(rows)::int as rows, coalesce(json_agg(order_ids) -> 0, '[]') as orders
      from view_counts c join members m on m.id = c.member_id where m.role = 'Admin'`);
  const [found] = rows;
  return {
    details: found?.details ?? 0,
    documents: found?.documents ?? 0,
    mails: found?.mails ?? 0,
    packs: found?.packs ?? 0,
    rows: found?.rows ?? 0,
    orders: found?.orders ?? [],
  };
}

const named = Object.entries(STAFF_ROUTES).filter(([name]) => name !== STREAM);

describe("an operation that shows an order", () => {
  const opening = named.filter(([, { shows }]) => shows !== "nothing" && shows !== "rows");

  it.each(opening)("%s stands in the view log with the order", async (name, { shows }) => {
    const before = await counted();
    const { code, text, orderId } = await calls.answerOf(name);
    expect([code, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    await vi.waitFor(async () => {
      const after = await counted();
      expect(after[shows as "details"] - before[shows as "details"]).toBe(1);
      expect(after.orders).toContain(orderId);
    }, WAIT);
  });

  it.each(opening)("%s is refused beyond 5,000 in an hour", async (name) => {
    await program.db.execute(sql`
      insert into rate_limits (key, points, expire)
      select 'details:' || id, 5000, ${Date.now() + 3_600_000} from members where role = 'Manager'
      on conflict (key) do update set points = 5000`);
    const scenario = await createScenario(program, name);
    const response = await calls.request(name, calls.callOf(name, scenario), "Manager");
    const body = (await response.json()) as { message: string };
    expect([response.status, body.message]).toEqual([429, MESSAGES.rateLimited]);
  });
});

describe("an operation that shows rows of orders", () => {
  it.each(named.filter(([, { shows }]) => shows === "rows"))("%s is counted by them", async (name) => {
    const before = await counted();
    const { code, text } = await calls.answerOf(name);
    expect([code, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    await vi.waitFor(async () => expect((await counted()).rows).toBeGreaterThan(before.rows), WAIT);
  });
});

describe("an operation that shows nothing of an order", () => {
  it.each(named.filter(([, { shows }]) => shows === "nothing"))("%s holds no fact of it", async (name) => {
    const { code, text } = await calls.answerOf(name);
    // 422: the member of this address was added by the call before.
    expect([[200, 422].includes(code), text.slice(0, 300)]).toEqual([true, expect.anything()]);
    for (const fact of Object.values(FACTS)) expect(text).not.toContain(fact);
  });
});
