import { sql } from "drizzle-orm";
import type { Dispute, DisputeRow } from "#contract/disputes/disputes.ts";
import { call, intake } from "./client.ts";
import { openDispute } from "./evidence-order.ts";
import { fixedClock } from "./fixed-clock.ts";
import { orderDetails } from "./orders.ts";
import { startTestProgram } from "./test-program.ts";

export const NOW = new Date("2026-03-10T12:00:00Z");
/** An update of a dispute that clears every detail. */
export const empty = { reason: null, amount: null, currency: null, dueDate: null, caseId: null };

export type DisputeProgram = Awaited<ReturnType<typeof startDisputeProgram>>;

/** A program with a fixed clock, and dispute calls made by a Team member. */
export async function startDisputeProgram() {
  const clock = fixedClock(NOW.toISOString());
  const program = await startTestProgram({ now: clock.now });
  const token = await program.signIn("Team");
  const detailsOf = (orderId: number) => orderDetails(program, token, orderId);
  return {
    ...program,
    clock,
    token,
    post: <T = Dispute>(name: string, body: object, as = token) =>
      call<T>(program.address, "POST", `/api/admin/${name}`, { token: as, body }),
    detailsOf,
    list: async (query = "") =>
      (await call<DisputeRow[]>(program.address, "GET", `/api/admin/disputes${query}`, { token })).body,
    /** An order with an open dispute. */
    disputed: async (given: Record<string, unknown> = {}): Promise<{ orderId: number; disputeId: number }> => {
      const { order_id: orderId } = await intake(program, given);
      await openDispute(program, orderId);
      return { orderId, disputeId: (await detailsOf(orderId)).dispute?.id ?? 0 };
    },
    reset: async () => {
      clock.at = NOW;
      await program.db.execute(sql`delete from disputes`);
    },
  };
}
