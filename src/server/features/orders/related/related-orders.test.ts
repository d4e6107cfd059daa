import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "#contract/dates.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { RelatedOrders } from "#contract/orders/related-orders.ts";
import { ROLES } from "#contract/roles.ts";
import { call, intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { brokenEvents, eventTypesOf, orderDetails, put, putOrder } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { relatedQuery } from "./related-orders.repository.ts";

let program: TestProgram;
let token: string;
let team: ReturnType<typeof correctionCalls>;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Team");
  team = correctionCalls(program, token);
});
afterAll(() => program.stop());

const ARRIVAL = "2027-03-10";
let people = 0;
/** Facts that no other test shares. */
function person(given: Record<string, unknown> = {}) {
  people += 1;
  return {
    passport_number: `P ${10_000 + people}`,
    email: `person-${people}@example.com`,
    phone_code: "+44",
    telephone_number: `7700 9${String(people).padStart(5, "0")}`,
    arrival_date: ARRIVAL,
    ...given,
  };
}
const add = async (given: Record<string, unknown>) => (await intake(program, given)).order_id;
const related = (orderId: unknown, as = token) =>
  call<RelatedOrders>(program.address, "GET", `/api/admin/related-orders/${orderId}`, { token: as });
const relationsOf = async (orderId: number) =>
  (await related(orderId)).body.data.orders.map(({ order_id, relation, shares }) => [order_id, relation, shares]);
const duplicatesOf = async (orderId: number) => (await orderDetails(program, token, orderId)).duplicates;
const dismiss = (orderId: unknown, otherId: unknown, reason: unknown = "Two bookings of one family", as = token) =>
  call<null>(program.address, "POST", "/api/admin/dismiss-duplicate", {
    token: as,
    body: { orderId, otherId, reason },
  });

describe("orders are related", () => {
  it("as duplicates: one passport number however written, three days apart at most, both paid", async () => {
    const same = person({ passport_number: "n 7-78.8" });
    const first = await add(same);
    const second = await add({ ...person(), passport_number: "N7788", arrival_date: addDays(ARRIVAL, 3) });
    const later = await add({ ...person(), passport_number: "N7788", arrival_date: addDays(ARRIVAL, -4) });
    const unpaid = await add({ ...person(), passport_number: "N7788", paid: false });
    const undated = await add({ ...person(), passport_number: "N7788" });
    await program.db.execute(sql`update orders set arrival_date = null where id = ${undated}`);
    expect(await relationsOf(first)).toEqual([
      [second, "duplicate", ["passport"]],
      [undated, "same_traveller", ["passport"]],
      [unpaid, "same_traveller", ["passport"]],
      [later, "same_traveller", ["passport"]],
    ]);
    expect([await duplicatesOf(first), await duplicatesOf(second), await duplicatesOf(unpaid)]).toEqual([
      [second],
      [first],
      [],
    ]);
    await putOrder(program, second, { status: "Refunds" });
    expect([await duplicatesOf(first), await duplicatesOf(second)]).toEqual([[], []]);
    expect((await relationsOf(first)).at(0)).toEqual([undated, "same_traveller", ["passport"]]);
    expect(await relationsOf(first)).toContainEqual([second, "same_traveller", ["passport"]]);
  });

  it("by e-mail, telephone and card: together within a day, else by the contact alone", async () => {
    const own = person();
    const card = { card_brand: "visa", card_last4: "4242" };
    const first = await add({ ...own, ...card });
    const family = await add({ ...person(), email: own.email.toUpperCase(), arrival_date: addDays(ARRIVAL, 1) });
    const phone = await add({ ...person(), telephone_number: own.telephone_number, arrival_date: addDays(ARRIVAL, 2) });
    const paidWith = await add({ ...person(), ...card });
    const otherBrand = await add({ ...person(), ...card, card_brand: "amex" });
    const otherCard = await add({ ...person(), ...card, payment_fingerprint: "fp-other" });
    expect(await relationsOf(first)).toEqual([
      [paidWith, "travels_together", ["card"]],
      [family, "travels_together", ["email"]],
      [phone, "same_contact", ["telephone"]],
    ]);
    expect([await relationsOf(otherBrand), await relationsOf(otherCard)]).toEqual([[], []]);
    const fingerprint = { payment_fingerprint: `fp-${people}` };
    const [one, two] = [await add({ ...person(), ...fingerprint }), await add({ ...person(), ...fingerprint })];
    expect(await relationsOf(one)).toEqual([[two, "travels_together", ["card"]]]);
  });

  it("never by a doubtful passport number, which many may have", async () => {
    const short = person({ passport_number: "12-3" });
    const [first, second] = [await add(short), await add({ ...person(), passport_number: "123" })];
    expect([await relationsOf(first), await relationsOf(second)]).toEqual([[], []]);
    expect([await duplicatesOf(first), await duplicatesOf(second)]).toEqual([[], []]);
  });

  it("never by a short telephone number, a missing value, or themselves; orders that are deleted or purged are left out", async () => {
    const nothing = { passport_number: "- /", phone_code: null, telephone_number: "1234567" };
    const first = await add(person(nothing));
    const second = await add(person(nothing));
    expect([await relationsOf(first), await relationsOf(second)]).toEqual([[], []]);
    const own = person();
    const [kept, deleted] = [await add(own), await add(own)];
    await putOrder(program, deleted, { status: "Deleted" });
    expect([await relationsOf(kept), await duplicatesOf(kept), await duplicatesOf(deleted)]).toEqual([[], [], []]);
    await program.db.execute(sql`update orders set purged_at = now() where id = ${deleted}`);
    expect([await relationsOf(kept), (await related(deleted)).code, (await related(1)).code]).toEqual([[], 404, 404]);
  });

  it("to twenty of each shared value, and the answer says that there are more", async () => {
    const own = person();
    const many: number[] = [];
    for (let n = 0; n < 21; n += 1) many.push(await add({ ...person(), email: own.email, arrival_date: "2027-06-01" }));
    const first = await add(own);
    const twin = await add({ ...person(), passport_number: own.passport_number });
    const { orders: found, more } = (await related(first)).body.data;
    expect([found.length, found[0]?.order_id, more]).toEqual([21, twin, ["email"]]);
    expect(found.slice(1).map(({ order_id }) => order_id)).toEqual(many.toReversed().slice(0, 20));
  });

  it("a duplicate is found among a hundred orders of one passport number", async () => {
    const own = person();
    const [first, twin] = [await add(own), await add(own)];
    await program.db.execute(sql`
      insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, passport_number, arrival_date)
      select 'Completed', now(), now(), 'Standard', true, ${own.passport_number}, date '2028-01-01' + n
      from generate_series(1, 100) n`);
    const { orders: found, more } = (await related(first)).body.data;
    expect([found[0]?.order_id, found[0]?.relation, found.length, more]).toEqual([twin, "duplicate", 21, ["passport"]]);
  });
});

describe("'not a duplicate'", () => {
  it("is in both histories, holds for both, and asks again once passport or arrival change", async () => {
    const own = person();
    const [first, second] = [await add(own), await add(own)];
    expect((await dismiss(second, first, " A twin\u202e of the same name ")).body.message).toBe(
      ORDER_MESSAGES.duplicateDismissed,
    );
    for (const [id, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const details = await orderDetails(program, token, id);
      expect(details.duplicates).toEqual([]);
      expect(details.timeline.at(-1)).toMatchObject({
        type: "not-duplicate",
        actor: { name: "Team Member" },
        data: { other_id: other, reason: "A twin of the same name" },
      });
    }
    expect((await relationsOf(first))[0]?.[1]).toBe("same_traveller");
    const again = await dismiss(first, second);
    expect([again.code, again.body.message]).toEqual([422, ORDER_MESSAGES.dismissNone]);

    expect((await team.correct(first, { flight_number: "UL 1" })).code).toBe(200);
    expect(await duplicatesOf(first)).toEqual([]);
    const preview = await team.preview(first, { arrival_date: addDays(ARRIVAL, 1) });
    expect(preview.body.data).toMatchObject({ duplicates: [second] });
    await team.correct(first, { arrival_date: addDays(ARRIVAL, 1) }, { factsVersion: 2 });
    expect([await duplicatesOf(first), await duplicatesOf(second)]).toEqual([[second], [first]]);
    expect((await dismiss(first, second)).code).toBe(200);
    expect(await duplicatesOf(second)).toEqual([]);
    for (const id of [first, second])
      await team.correct(
        id,
        { passport_number: `${own.passport_number}X1234` },
        { factsVersion: id === first ? 3 : 1 },
      );
    expect([await duplicatesOf(first), await duplicatesOf(second)]).toEqual([[second], [first]]);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("is refused without a reason, for an unknown order, for itself and for orders that are none", async () => {
    const own = person();
    const [first, second, stranger] = [await add(own), await add(own), await add(person())];
    const answers = [
      await dismiss(first, second, " \u0001 "),
      await dismiss(first, second, "x".repeat(501)),
      await dismiss(first, first),
      await dismiss(first, "all"),
      await dismiss(first, 1),
      await dismiss(first, stranger),
    ];
    expect(answers.map(({ code, body }) => [code, body.errors?.[0]?.path ?? body.message])).toEqual([
      [400, "reason"],
      [400, "reason"],
      [422, ORDER_MESSAGES.dismissNone],
      [400, "otherId"],
      [404, MESSAGES.orderNotFound],
      [422, ORDER_MESSAGES.dismissNone],
    ]);
    expect(await eventTypesOf(program, first)).toEqual(["created"]);
    expect(await duplicatesOf(first)).toEqual([second]);
  });

  it.each(ROLES)("may be read and said by %s", async (role) => {
    const own = person();
    const [first, second] = [await add(own), await add(own)];
    const as = await program.signIn(role);
    expect([(await related(first, as)).code, (await dismiss(first, second, "Checked", as)).code]).toEqual([200, 200]);
  });

  it("can't be changed in the database, and goes with either order when it is deleted permanently", async () => {
    const own = person();
    const [first, second] = [await add(own), await add(own)];
    await dismiss(first, second);
    for (const statement of ["update order_links set reason = ''", "delete from order_links", "truncate order_links"]) {
      const refused = program.db.execute(sql.raw(statement));
      await expect(refused, statement).rejects.toMatchObject({ cause: { code: "42501" } });
    }
    const admin = await program.signIn("Admin");
    await put(program, admin, "move-order-status", { orderId: second, updatingStatus: "Deleted" });
    const purged = { orderId: [second], updatingStatus: "Deleted", permanentDeletedFlag: true };
    expect((await put(program, admin, "change-order-status", purged)).code).toBe(200);
    const links = await program.db.execute(sql`select 1 from order_links where ${first} in (a_id, b_id)`);
    expect(links.rows).toEqual([]);
  });

  it("and corrections at once leave marks that equal the rule applied anew", async () => {
    const passport = person().passport_number;
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1)
      ids.push(await add(person({ passport_number: passport, arrival_date: addDays(ARRIVAL, n) })));
    for (let round = 0; round < 6; round += 1) {
      const work = ids.flatMap((id, n) => {
        const other = ids[(n + 1 + round) % 4] ?? 0;
        const correct = async () => {
          const { facts_version } = await orderDetails(program, token, id);
          const fields = { arrival_date: addDays(ARRIVAL, (n * 2 + round) % 7) };
          return await team.correct(id, fields, { factsVersion: facts_version });
        };
        return other === id ? [correct()] : [dismiss(id, other), correct()];
      });
      for (const { code } of await Promise.all(work)) expect([200, 409, 422]).toContain(code);
    }
    const { rows } = await program.db.execute<{ a: number; arrival: string }>(sql`
      select id::int8 as a, arrival_date::text as arrival from orders where id in ${ids}`);
    const links = await program.db.execute<Record<"a_id" | "b_id" | "a_arrival" | "b_arrival", unknown>>(sql`
      select a_id::int8, b_id::int8, a_arrival::text, b_arrival::text from order_links`);
    for (const one of rows) {
      const expected = rows.filter((two) => {
        const [a, b] = one.a < two.a ? [one, two] : [two, one];
        const apart = Math.abs(Date.parse(one.arrival) - Date.parse(two.arrival)) / 86_400_000;
        const isDismissed = links.rows.some(
          (link) =>
            link.a_id === a.a && link.b_id === b.a && link.a_arrival === a.arrival && link.b_arrival === b.arrival,
        );
        return one.a !== two.a && apart <= 3 && !isDismissed;
      });
      expect((await duplicatesOf(one.a)).toSorted()).toEqual(expected.map(({ a }) => a).toSorted());
    }
    expect(await brokenEvents(program)).toEqual([]);
  });
});

it("hostile passport numbers, addresses and cards are compared and answered as they are", async () => {
  const text = fc.string({ unit: "binary", maxLength: 40 }).map((value) => `${value}'"%_\\<img src=x>`);
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const own = { ...person(), passport_number: value, card_brand: value.slice(0, 20), card_last4: "0000" };
      const [first, second] = [await add(own), await add(own)];
      const found = (await related(first)).body.data.orders.find(({ order_id }) => order_id === second);
      expect(found).toMatchObject({ relation: "duplicate", shares: expect.arrayContaining(["passport", "email"]) });
      const details = await orderDetails(program, token, first);
      expect(details.duplicates).toEqual([second]);
      for (const id of [first, second]) await putOrder(program, id, { status: "Deleted" });
    }),
    { numRuns: 15 },
  );
});

describe("among many orders", () => {
  beforeAll(async () => {
    await program.db.execute(sql`
      insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, name_key, email_key, telephone_key,
        arrival_date, passport_number, payment_fingerprint, card_brand, card_last4)
      select 'Completed', now(), timestamptz '2026-01-01' + n * interval '1 minute', 'Standard', true, 'name ' || n % 900,
        case when n % 4 = 0 then 'agency@example.com' else 'mail' || n end,
        case when n % 4 = 0 then '447009000' else n::text || '00000000' end, date '2027-01-01' + n % 300,
        case when n % 4 = 0 then 'AGENCY 1' else 'P' || n end, case when n % 8 = 0 then 'fp-agency' end, 'visa',
        case when n % 4 = 0 then '4242' else lpad((n % 1000)::text, 4, '0') end
      from generate_series(1, 20000) n;
      analyze orders`);
  });

  it.each(["fingerprint", "brand and last four"])(
    "each key is one bounded index scan, with a card by %s",
    async (by) => {
      const own = person({
        passport_number: "AGENCY-1",
        email: "agency@example.com",
        telephone_number: "7009000",
        card_brand: "visa",
        card_last4: "4242",
        ...(by === "fingerprint" && { payment_fingerprint: "fp-agency" }),
      });
      const id = await add(own);
      const query = relatedQuery(program.db, sql`${id}`).getSQL();
      const { rows } = await program.db.execute<{ "QUERY PLAN": unknown[] }>(
        sql`explain (analyze, format json) ${query}`,
      );
      const scans = scansOf(rows[0]?.["QUERY PLAN"]).filter(
        (node) => node["Relation Name"] === "orders" && Number(node["Actual Loops"]) > 0,
      );
      // The scan of the other kind of card finds nothing, or isn't run.
      const cards = ["orders_payment_fingerprint", ...(by === "fingerprint" ? [] : ["orders_card"])];
      const keys = [
        "orders_history_email",
        "orders_history_telephone",
        "orders_passport",
        "orders_passport",
        "orders_pkey",
      ];
      expect(scans.map((node) => node["Index Name"]).toSorted()).toEqual([...keys, ...cards].toSorted());
      expect(scans.filter((node) => Number(node["Actual Rows"]) > 21)).toEqual([]);
      const { more } = (await related(id)).body.data;
      expect(more).toEqual(["passport", "email", "telephone", "card"]);
    },
  );
});

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };
function scansOf(plan: unknown): PlanNode[] {
  const walk = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walk)];
  return (plan as { Plan: PlanNode }[]).flatMap(({ Plan }) => walk(Plan));
}
