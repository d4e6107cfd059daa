import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Claim, ClaimsOverview } from "#contract/claims/claims.ts";
import { CLAIM_MESSAGES } from "#contract/claims/messages.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { call, intake } from "#test/support/client.ts";
import { type EventReader, readEvents } from "#test/support/event-reader.ts";
import { eventTypesOf, orderDetails, orderIn, put, putOrder } from "#test/support/orders.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
const tokens = {} as Record<Role, string>;
const memberIds = {} as Record<Role, number>;

beforeAll(async () => {
  program = await startTestProgram();
  for (const role of ROLES) {
    tokens[role] = await program.signIn(role);
    const { rows } = await program.db.execute<{ id: number }>(
      sql`select id from members where email = ${emailOf(role)}`,
    );
    memberIds[role] = rows[0]?.id ?? 0;
  }
});
/** Every test starts with empty queues. */
beforeEach(async () => {
  await program.db.execute(sql`truncate order_claims, order_returns`);
  await program.db.execute(sql`update orders set status = 'Completed' where purged_at is null`);
});
afterAll(() => program.stop());

const post = <T = unknown>(role: Role, name: string, body: unknown) =>
  call<T>(program.address, "POST", `/api/admin/${name}`, { token: tokens[role], body });
const take = (role: Role, orderName = "newOrder") =>
  post<{ order_id: number } | null>(role, "take-next", { orderName });
const claim = (role: Role, orderId: number, takeOverFrom?: number) =>
  post<Claim>(role, "claim-order", { orderId, takeOverFrom });
const renew = (role: Role, orderId: number) => post<Claim | null>(role, "renew-claim", { orderId });
const giveBack = (role: Role, orderId: number) => post(role, "return-order", { orderId });
const assign = (role: Role, orderId: number, memberId: number | null) =>
  post<Claim | null>(role, "assign-order", { orderId, memberId });
const comment = (role: Role, orderId: number) => post(role, "add-new-remark", { orderId, remark: "called" });
const overview = async () =>
  (await call<ClaimsOverview>(program.address, "GET", "/api/admin/claims", { token: tokens.Telecaller })).body.data;
const claimOf = async (orderId: number) => (await overview()).claims.find(({ order_id }) => order_id === orderId);
const holderOf = async (orderId: number) => (await claimOf(orderId))?.member.name;
/** Moves the times of the order's claim into the past. */
const pass = (orderId: number, time: string) =>
  program.db.execute(sql`
    update order_claims set active_until = active_until - ${time}::interval, claimed_at = claimed_at - ${time}::interval
    where order_id = ${orderId}`);

/** Orders in a status with due times an hour apart, the first due first. */
async function dueOrders(count: number, status: OrderStatus = "New"): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await orderIn(program, { status });
    await program.db.execute(sql`update orders set due_at = now() + make_interval(hours => ${index}) where id = ${id}`);
    ids.push(id);
  }
  return ids;
}

describe("Take next", () => {
  it.each([
    ["newOrder", "New"],
    ["priorityOrder", "Priority"],
    ["contactCustomerOrder", "Contact Customer"],
    ["customerCalledOrder", "Customer Called"],
  ] as const)("hands out the orders of %s by due time, then says that nothing is waiting", async (list, status) => {
    const [first = 0, second = 0] = await dueOrders(2, status);
    await program.db.execute(sql`update orders set due_at = now() - interval '9 hours' where id = ${second}`);
    const taken = await take("Team", list);
    expect([taken.code, taken.body.data, taken.body.message]).toEqual([200, { order_id: second }, ""]);
    expect(await claimOf(second)).toEqual({
      order_id: second,
      member: { id: memberIds.Team, name: "Team Member" },
      kind: "next",
      claimed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      is_active: true,
    });
    expect((await take("Telecaller", list)).body.data).toEqual({ order_id: first });
    const none = await take("Manager", list);
    expect([none.code, none.body.data, none.body.message]).toEqual([200, null, CLAIM_MESSAGES.takeNextEmpty]);
    expect(await eventTypesOf(program, second)).not.toContain("assigned");
  });

  it("hands out refunds without a refund date, the oldest order first", async () => {
    const [first = 0, refunded = 0, last = 0] = await dueOrders(3, "Refunds");
    await program.db.execute(sql`update orders set refunded_at = now() where id = ${refunded}`);
    expect((await take("Team", "refundOrder")).body.data).toEqual({ order_id: first });
    expect((await take("Team", "refundOrder")).body.data).toEqual({ order_id: last });
    expect((await take("Team", "refundOrder")).body.data).toBeNull();
    await put(program, tokens.Team, "move-to-complete-refund", { orderId: [{ id: first, status: "Refunds" }] });
    expect(await claimOf(first)).toBeUndefined();
  });

  it.each([
    ["completedOrder", CLAIM_MESSAGES.takeNextList],
    ["openOrder", CLAIM_MESSAGES.takeNextList],
    ["nonsense", CLAIM_MESSAGES.takeNextList],
  ])("refuses %s", async (list, message) => {
    const { code, body } = await take("Team", list);
    expect([code, body.message]).toEqual([400, message]);
  });

  it("gives five clicks at once three orders, and the next one once one is finished", async () => {
    const ids = await dueOrders(5);
    const answers = await Promise.all(Array.from({ length: 5 }, () => take("Team")));
    const handed = answers.flatMap(({ body }) => (body.status === 1 ? [body.data?.order_id ?? 0] : []));
    expect(handed.sort()).toEqual(ids.slice(0, 3));
    const refused = answers.filter(({ code }) => code !== 200);
    expect(refused.map(({ code, body }) => [code, body.code, body.message])).toEqual(
      Array.from({ length: 2 }, () => [422, "rule_violation", CLAIM_MESSAGES.takeNextLimit]),
    );
    await claim("Team", ids[4] ?? 0);
    expect((await take("Team")).code).toBe(422);
    await put(program, tokens.Team, "move-order-status", { orderId: ids[0], updatingStatus: "AwaitingGovt" });
    expect((await take("Team")).body.data).toEqual({ order_id: ids[3] });
  });

  it("does not offer a returned order to the same member for 15 minutes, but to others", async () => {
    const [id = 0] = await dueOrders(1);
    await take("Team");
    expect((await giveBack("Team", id)).body.message).toBe(CLAIM_MESSAGES.orderReturned);
    expect((await take("Team")).body.data).toBeNull();
    expect((await take("Manager")).body.data).toEqual({ order_id: id });
    await giveBack("Manager", id);
    await program.db.execute(
      sql`update order_returns set at = at - interval '15 minutes' where member_id = ${memberIds.Team}`,
    );
    expect((await take("Team")).body.data).toEqual({ order_id: id });
  });

  it("lets two callers who wait for the same locked order have one each", async () => {
    const [first = 0, second = 0] = await dueOrders(2);
    let taking: ReturnType<typeof take>[] = [];
    await program.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id in (${first}, ${second}) for no key update`);
      taking = [take("Team"), take("Manager")];
      // Both have looked before either of them claims: the slower one sees the order as free.
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%order_claims%'`;
      await expect.poll(async () => (await program.db.execute(waiting)).rows.length, { timeout: 15_000 }).toBe(2);
    });
    const handed = (await Promise.all(taking)).map(({ body }) => body.data?.order_id);
    expect(handed.sort()).toEqual([first, second]);
  });
});

describe("a claim", () => {
  it("begins by Claim, which refuses an order that somebody else has and names them", async () => {
    const [id = 0] = await dueOrders(1);
    const made = await claim("Team", id);
    expect([made.code, made.body.message]).toEqual([200, CLAIM_MESSAGES.orderClaimed]);
    expect(made.body.data).toMatchObject({ kind: "manual", is_active: true });
    const refused = await claim("Manager", id);
    expect([refused.code, refused.body.code, refused.body.message]).toEqual([
      409,
      "conflict_version",
      "Team Member has this order.",
    ]);
    expect(refused.body.data).toEqual(made.body.data);
    expect((await claim("Team", id)).body.data.claimed_at).toBe(made.body.data.claimed_at);
    expect((await claim("Team", 999_999_999)).code).toBe(404);
  });

  it("begins with a member's first write on an open order, and not with one of the customer or on a closed order", async () => {
    const [id = 0] = await dueOrders(1);
    await orderDetails(program, tokens.Team, id);
    expect(await claimOf(id)).toBeUndefined();
    await comment("Team", id);
    expect(await claimOf(id)).toMatchObject({ kind: "work", member: { name: "Team Member" }, is_active: true });
    await comment("Manager", id);
    expect(await holderOf(id)).toBe("Team Member");
    const closed = await orderIn(program, { status: "Completed" });
    await comment("Team", closed);
    const { order_id: submitted } = await intake(program);
    expect([await claimOf(closed), await claimOf(submitted)]).toEqual([undefined, undefined]);
  });

  it("is begun by no action on several orders", async () => {
    const twin = { passport_number: "N7654321" };
    const [orderId, otherId] = [(await intake(program, twin)).order_id, (await intake(program, twin)).order_id];
    expect((await post("Team", "dismiss-duplicate", { orderId, otherId, reason: "Twins" })).code).toBe(200);
    expect((await overview()).claims).toEqual([]);
  });

  it("refuses others nothing: they comment and move the order", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    expect((await comment("Manager", id)).code).toBe(200);
    const body = { orderId: id, updatingStatus: "Contact Customer" };
    const moved = await put(program, tokens.Manager, "move-order-status", body);
    expect([moved.code, await claimOf(id)]).toEqual([200, undefined]);
  });

  it.each([
    ["a move", (id: number) => ["move-order-status", { orderId: id, updatingStatus: "AwaitingGovt" }] as const],
    ["a deletion", (id: number) => ["change-order-status", { orderId: [id], updatingStatus: "Deleted" }] as const],
  ])("ends with %s", async (_what, request) => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    const [name, body] = request(id);
    expect((await put(program, tokens.Admin, name, body)).code).toBe(200);
    expect(await claimOf(id)).toBeUndefined();
  });

  it.each([
    ["20 minutes after it was last active", "manual", "21 minutes 59 seconds", "22 minutes"],
    ["12 hours after it was assigned and not used", "assigned", "11:59:50", "12 hours"],
  ])("ends by the clock: %s", async (_what, kind, before, after) => {
    const [id = 0] = await dueOrders(1);
    if (kind === "assigned") await assign("Admin", id, memberIds.Team);
    else await claim("Team", id);
    await pass(id, before);
    expect(await claimOf(id)).toMatchObject({ kind, is_active: false });
    expect((await take("Manager")).body.data).toBeNull();
    await pass(id, `${after}`);
    expect(await claimOf(id)).toBeUndefined();
    expect((await renew("Team", id)).code).toBe(409);
    expect((await take("Manager")).body.data).toEqual({ order_id: id });
  });

  it("is begun anew by the first write after it has ended by the clock", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    await pass(id, "1 hour");
    await comment("Manager", id);
    expect(await claimOf(id)).toMatchObject({ kind: "work", member: { name: "Manager Member" } });
  });

  it("is active for two minutes and renewed by its holder alone", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    await pass(id, "2 minutes");
    expect((await claimOf(id))?.is_active).toBe(false);
    expect((await renew("Manager", id)).body.message).toBe("Team Member has this order.");
    expect((await renew("Team", id)).code).toBe(200);
    expect((await claimOf(id))?.is_active).toBe(true);
  });

  it("ends when its holder is disabled", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Night Staff", id);
    const disable = (at: Date | null) =>
      program.db.execute(sql`update members set disabled_at = ${at} where id = ${memberIds["Night Staff"]}`);
    await disable(new Date());
    expect(await claimOf(id)).toBeUndefined();
    expect((await take("Team")).body.data).toEqual({ order_id: id });
    await disable(null);
  });

  it("is erased with its order, and so is the mark of its return", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    await giveBack("Team", id);
    await claim("Team", id);
    await putOrder(program, id, { status: "Deleted" });
    const purge = { orderId: id, updatingStatus: "Deleted", permanentDeletedFlag: true };
    expect((await put(program, tokens.Admin, "change-order-status", purge)).code).toBe(200);
    const left = sql`select order_id from order_claims union all select order_id from order_returns`;
    expect((await program.db.execute(left)).rows).toEqual([]);
  });
});

describe("taking over", () => {
  it("takes over from the holder one saw, is recorded in the history, and refuses the former holder's renewal", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    expect((await claim("Manager", id, memberIds.Telecaller)).body.message).toBe("Team Member has this order.");
    const taken = await claim("Manager", id, memberIds.Team);
    expect(taken.body.data).toMatchObject({ kind: "manual", member: { name: "Manager Member" } });
    const refused = await renew("Team", id);
    expect([refused.code, refused.body.message]).toEqual([409, "Manager Member has this order."]);
    expect(refused.body.data).toMatchObject({ order_id: id, member: { id: memberIds.Manager } });
    expect((await giveBack("Team", id)).code).toBe(409);
    const { timeline } = await orderDetails(program, tokens.Team, id);
    expect(timeline.filter(({ type }) => type === "claim-taken-over")).toMatchObject([
      {
        actor: { id: memberIds.Manager },
        data: {
          from: { id: memberIds.Team, name: "Team Member" },
          to: { id: memberIds.Manager, name: "Manager Member" },
        },
      },
    ]);
  });

  it("gives one of two callers the order who saw the same holder", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    const answers = await Promise.all((["Manager", "Admin"] as const).map((role) => claim(role, id, memberIds.Team)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});

describe("assigning", () => {
  it("gives the order to a member or to nobody, with an event each", async () => {
    const [id = 0] = await dueOrders(1);
    await claim("Team", id);
    const given = await assign("Manager", id, memberIds.Telecaller);
    expect([given.code, given.body.message]).toEqual([200, CLAIM_MESSAGES.orderAssigned]);
    expect(given.body.data).toMatchObject({
      kind: "assigned",
      is_active: false,
      member: { name: "Telecaller Member" },
    });
    await assign("Manager", id, memberIds.Telecaller);
    expect((await renew("Telecaller", id)).code).toBe(200);
    expect(await claimOf(id)).toMatchObject({ kind: "assigned", is_active: true });
    const taken = await assign("Admin", id, null);
    expect([taken.body.data, taken.body.message]).toEqual([null, CLAIM_MESSAGES.orderUnassigned]);
    expect(await claimOf(id)).toBeUndefined();
    const { timeline } = await orderDetails(program, tokens.Admin, id);
    const team = { id: memberIds.Team, name: "Team Member" };
    const telecaller = { id: memberIds.Telecaller, name: "Telecaller Member" };
    const assigned = timeline.filter(({ type }) => type === "assigned").map(({ data }) => data);
    expect(assigned).toHaveLength(2);
    expect(assigned).toEqual(
      expect.arrayContaining([
        { from: team, to: telecaller },
        { from: telecaller, to: null },
      ]),
    );
  });

  it("needs a member who can sign in", async () => {
    const [id = 0] = await dueOrders(1);
    const { code, body } = await assign("Admin", id, 999_999);
    expect([code, body.message]).toEqual([404, TEAM_MESSAGES.teamMemberNotFound]);
  });
});

describe("other screens", () => {
  const open: EventReader[] = [];
  afterEach(async () => {
    for (const reader of open.splice(0)) {
      reader.close();
      await reader.ended;
    }
  });
  async function read(role: Role, query = ""): Promise<EventReader> {
    const reader = await readEvents(program.address, tokens[role], query);
    open.push(reader);
    return reader;
  }

  it("are notified of a claim, of its end by a move, and of viewers", async () => {
    const [id = 0] = await dueOrders(1);
    const reader = await read("Admin");
    await take("Team");
    await reader.next("claims", ({ orders, claims }) => orders.includes(id) && claims[0]?.member.id === memberIds.Team);
    await read("Manager", `?order=${id}`);
    await reader.next("claims", ({ viewers }) =>
      viewers.some(({ order_id, member }) => order_id === id && member.id === memberIds.Manager),
    );
    expect((await overview()).viewers).toEqual([
      { order_id: id, member: { id: memberIds.Manager, name: "Manager Member" } },
    ]);
    await put(program, tokens.Team, "move-order-status", { orderId: id, updatingStatus: "AwaitingGovt" });
    await reader.next("claims", ({ orders, claims }) => orders.includes(id) && claims.length === 0);
  });

  it("see a claim inactive at once when the holder's last stream of the order ends", async () => {
    const [id = 0] = await dueOrders(1);
    const watching = await read("Admin");
    const first = await read("Team", `?order=${id}`);
    const second = await read("Team", `?order=${id}`);
    await claim("Team", id);
    first.close();
    await watching.next("claims", ({ viewers, claims }) => viewers.length === 1 && claims[0]?.is_active === true);
    const before = watching.received.length;
    second.close();
    await expect
      .poll(() => watching.received.slice(before), { timeout: 15_000 })
      .toContainEqual({
        name: "claims",
        data: expect.objectContaining({ claims: [expect.objectContaining({ order_id: id, is_active: false })] }),
      });
    expect(await holderOf(id)).toBe("Team Member");
  });
});

it("a member claims at most twenty orders, also at once; those that are worked on or assigned don't count", async () => {
  const ids = await dueOrders(24);
  const [worked = 0, assigned = 0, last = 0, ...rest] = ids;
  await comment("Team", worked);
  await assign("Manager", assigned, memberIds.Team);
  const answers = await Promise.all(rest.map((id) => claim("Team", id)));
  const refused = answers.filter(({ code }) => code !== 200);
  expect(refused.map(({ code, body }) => [code, body.message])).toEqual([[422, CLAIM_MESSAGES.claimLimit]]);
  expect((await claim("Team", last)).code).toBe(422);
  const own = rest[answers.findIndex(({ code }) => code === 200)] ?? 0;
  expect((await claim("Team", own)).code).toBe(200);
  await giveBack("Team", own);
  expect((await claim("Team", last)).code).toBe(200);
});
