import type { Refund } from "#contract/refunds/refunds.ts";
import type { refunds } from "#server/platform/db/schema.ts";
import { plainDecimal } from "#server/platform/money.ts";

/** A refund with the names of those who recorded and undid it. */
export interface RefundRecord {
  refund: typeof refunds.$inferSelect;
  recordedBy: string | null;
  undoneBy: string | null;
}

export function toRefund({ refund, recordedBy, undoneBy }: RefundRecord): Refund {
  const { amount, currency } = refund;
  return {
    id: refund.id,
    amount: amount === null ? null : plainDecimal(amount, currency),
    currency,
    is_assumed: refund.isAssumed,
    reason_code: refund.reasonCode,
    note: refund.note,
    reference: refund.reference,
    recorded_at: refund.recordedAt.toISOString(),
    recorded_by: recordedBy,
    override_reason: refund.overrideReason,
    undone_at: refund.undoneAt?.toISOString() ?? null,
    undone_by: undoneBy,
    undo_reason: refund.undoReason,
  };
}
