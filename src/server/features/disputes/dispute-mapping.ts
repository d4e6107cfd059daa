import type { Dispute } from "#contract/disputes.ts";
import type { disputes } from "#server/platform/db/schema.ts";
import { plainDecimal } from "#server/platform/money.ts";

/** A dispute with the names of those who opened and closed it. */
export interface DisputeRecord {
  dispute: typeof disputes.$inferSelect;
  openedBy: string | null;
  closedBy: string | null;
}

export function toDispute({ dispute, openedBy, closedBy }: DisputeRecord): Dispute {
  const { id, openedAt, closedAt, version, reason, amount, currency, dueDate, caseId, outcome } = dispute;
  return {
    id,
    opened_at: openedAt.toISOString(),
    opened_by: openedBy,
    is_open: closedAt === null,
    reason,
    amount: amount === null ? null : plainDecimal(amount),
    currency,
    due_date: dueDate,
    case_id: caseId,
    outcome,
    closed_at: closedAt?.toISOString() ?? null,
    closed_by: closedBy,
    version,
  };
}
