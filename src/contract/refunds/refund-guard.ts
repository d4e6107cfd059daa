import { formatDay } from "#contract/dates.ts";
import type { Dispute } from "#contract/disputes/disputes.ts";
import { moneyTakenMessage, REFUND_MESSAGES } from "./messages.ts";

type Judged = Pick<Dispute, "is_open" | "stage" | "outcome" | "closed_at">;

/**
 * Why a refund would return the money a second time; null if no dispute says so. Refunding during an inquiry is the
 * usual way to avoid a chargeback, and moves the money once. Any one dispute blocks.
 */
export function refundBlock(disputes: readonly Judged[]): string | null {
  if (disputes.some(({ is_open, stage }) => is_open && stage !== "inquiry")) return REFUND_MESSAGES.refundDisputeOpen;
  const taken = disputes
    .flatMap(({ outcome, closed_at }) => (outcome === "lost" || outcome === "accepted" ? [closed_at ?? ""] : []))
    .sort()
    .at(-1);
  return taken === undefined ? null : moneyTakenMessage(formatDay(taken));
}
