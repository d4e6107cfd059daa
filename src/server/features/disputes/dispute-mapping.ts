import type { Dispute, PaidWhileDeleted } from "#contract/disputes/disputes.ts";
import type { disputes, orders } from "#server/platform/db/schema.ts";
import { plainDecimal } from "#server/platform/money.ts";

/** A dispute with the names of those who opened and closed it. */
export interface DisputeRecord {
  dispute: typeof disputes.$inferSelect;
  openedBy: string | null;
  closedBy: string | null;
}

export function toDispute({ dispute, openedBy, closedBy }: DisputeRecord): Dispute {
  const { id, openedAt, closedAt, version, reason, stage, amount, currency, dueDate, caseId, outcome } = dispute;
  return {
    id,
    opened_at: openedAt.toISOString(),
    opened_by: openedBy,
    is_open: closedAt === null,
    reason,
    stage,
    amount: amount === null ? null : plainDecimal(amount, currency),
    currency,
    due_date: dueDate,
    case_id: caseId,
    outcome,
    closed_at: closedAt?.toISOString() ?? null,
    closed_by: closedBy,
    version,
  };
}

type PaidOrder = Pick<
  typeof orders.$inferSelect,
  "id" | "fullName" | "transactionId" | "amount" | "currency" | "paidWhileDeletedAt"
>;

export function toPaidWhileDeleted(order: PaidOrder): PaidWhileDeleted {
  if (order.paidWhileDeletedAt === null) throw new Error(`order ${order.id} was not paid while it was deleted`);
  return {
    order_id: order.id,
    full_name: order.fullName,
    transaction_id: order.transactionId,
    amount: order.amount === null ? null : plainDecimal(order.amount, order.currency),
    currency: order.currency,
    at: order.paidWhileDeletedAt.toISOString(),
  };
}
