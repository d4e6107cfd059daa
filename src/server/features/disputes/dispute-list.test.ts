import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call } from "#test/support/client.ts";
import { type DisputeProgram, empty, startDisputeProgram } from "#test/support/dispute-program.ts";
import { putOrder } from "#test/support/orders.ts";

let program: DisputeProgram;

beforeAll(async () => {
  program = await startDisputeProgram();
});
afterAll(() => program.stop());
beforeEach(() => program.reset());

describe("the list of disputes", () => {
  const due = (disputeId: number, dueDate: string | null, reason: string | null = null) =>
    program.post("update-dispute", { disputeId, version: 1, ...empty, dueDate, reason });

  it("lists open ones by due date: overdue first, without one last", async () => {
    const days = ["2026-03-25", null, "2026-03-01", "2026-03-17", "2026-03-10", "2026-03-18", null];
    const ids: number[] = [];
    for (const day of days) {
      const { disputeId } = await program.disputed();
      if (day !== null) await due(disputeId, day);
      ids.push(disputeId);
    }
    const body = await program.list();
    expect(body.data.map(({ due_date, days_left }) => [due_date, days_left])).toEqual([
      ["2026-03-01", -9],
      ["2026-03-10", 0],
      ["2026-03-17", 7],
      ["2026-03-18", 8],
      ["2026-03-25", 15],
      [null, null],
      [null, null],
    ]);
    expect(body.data.slice(5).map(({ id }) => id)).toEqual([ids[1], ids[6]]);
    expect([body.total, body.open, body.due_soon]).toEqual([7, 7, 3]);

    const pages = [
      await program.list("?limit=3"),
      await program.list("?perPage=3&page=2"),
      await program.list("?limit=3&page=3"),
    ];
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(body.data.map(({ id }) => id));
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7]);
    expect((await program.list("?page=99")).data).toEqual([]);
  });

  it("lists each with its order, the pack that answers it and the number of packs since", async () => {
    const { orderId, disputeId } = await program.disputed({
      full_name: "Anna Silva",
      transaction_id: "ch_1",
      merchant_name: "Shop",
    });
    await putOrder(program, orderId, { status: "Refunds" });
    await program.db.execute(sql`update orders set refunded_at = now() where id = ${orderId}`);
    await due(disputeId, "2026-03-12", "not_authorised");
    const pack = (at: string) =>
      program.db.execute(sql`
        insert into defence_packs (order_id, type, created_at, chain_seq, chain_head, facts, facts_digest, storage_key, sha256, bytes, pages)
        values (${orderId}, 1, ${at}::timestamptz, 1, '\\x00', '{}', '\\x00', ${`packs/${at}`}, '\\x00', 1, 1)`);
    await pack("2026-03-09T12:00:00Z");
    await pack("2026-03-10T12:00:01Z");
    expect((await program.list()).data).toEqual([
      {
        ...(await program.detailsOf(orderId)).dispute,
        order_id: orderId,
        full_name: "Anna Silva",
        process_status: "Refunds",
        status_label: "Refunded",
        transaction_id: "ch_1",
        suggested_pack: 2,
        packs_made: 1,
        days_left: 2,
      },
    ]);
  });

  it("lists closed ones newest first, with the number of open ones", async () => {
    const [first, second, open] = [await program.disputed(), await program.disputed(), await program.disputed()];
    await due(open.disputeId, "2026-03-11");
    program.clock.at = new Date("2026-03-10T13:00:00Z");
    await program.post("close-dispute", { disputeId: second.disputeId, version: 1, outcome: "won" });
    program.clock.at = new Date("2026-03-10T14:00:00Z");
    await program.post("close-dispute", { disputeId: first.disputeId, version: 1, outcome: "lost" });
    const body = await program.list("?state=closed");
    expect(body.data.map(({ id, outcome }) => [id, outcome])).toEqual([
      [first.disputeId, "lost"],
      [second.disputeId, "won"],
    ]);
    expect([body.total, body.open, body.due_soon]).toEqual([2, 1, 1]);
    expect((await program.list("?state=open")).data.map(({ id }) => id)).toEqual([open.disputeId]);
  });

  it("compares due dates in UTC", async () => {
    const { disputeId } = await program.disputed();
    await due(disputeId, "2026-03-10");
    program.clock.at = new Date("2026-03-09T23:59:59.999Z");
    expect((await program.list()).data[0]?.days_left).toBe(1);
    program.clock.at = new Date("2026-03-10T00:00:00Z");
    expect((await program.list()).data[0]?.days_left).toBe(0);
  });

  it.each(["?state=all", "?page=0", "?limit=-1", "?limit=x", "?page=1.5"])("refuses %s", async (query) => {
    const { code, body } = await call(program.address, "GET", `/api/admin/disputes${query}`, { token: program.token });
    expect([code, body.code]).toEqual([400, "invalid_input"]);
  });
});
