import { addDays, dayIn, daysBetween, formatDateTimeUtc } from "#contract/dates.ts";
import {
  type Dispute,
  type DisputeOutcome,
  type DisputeRow,
  DUE_SOON_DAYS,
  PAID_WHILE_DELETED_LISTED,
  type UpdateDispute,
} from "#contract/disputes/disputes.ts";
import { DISPUTE_MESSAGES, disputeConflictMessage } from "#contract/disputes/messages.ts";
import { DEFAULT_PAGE_SIZE, mostRows } from "#contract/orders/orders.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { PACK_FOR_REASON } from "#contract/packs/packs.ts";
import { can, type Role } from "#contract/roles.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { amountUnits } from "#server/platform/money.ts";
import { type DisputeRecord, toDispute, toPaidWhileDeleted } from "./dispute-mapping.ts";
import {
  changeDispute,
  countDisputes,
  type DisputeChange,
  findDispute,
  findDisputes,
  findLastDisputeChange,
  findOpenDispute,
  findPaidWhileDeleted,
  type ListedDispute,
} from "./disputes.repository.ts";

interface DisputesDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  orders: Pick<OrderReads, "lock">;
}

interface SeenDispute {
  disputeId: number;
  /** The version that the caller read. */
  version: number;
}

interface ClosingRequest extends SeenDispute {
  outcome: DisputeOutcome;
  /** Why it was opened in error. */
  reason: string | null;
}

type OfOrder = { orderId: number; dispute: Dispute };

/** Applies a rule to a dispute that is locked and unchanged since the caller read it; null leaves it as it is. */
type Decide = (
  tx: Transaction,
  dispute: DisputeRecord["dispute"],
) => Promise<{ change: DisputeChange; event: TimelineData } | null>;

export type DisputesService = ReturnType<typeof createDisputesService>;

/** Records of disputes, which a comment with the chargeback flag opens (`remarks.service.ts`). Nothing here moves money. */
export function createDisputesService({ db, now, timeline, orders }: DisputesDeps) {
  const today = () => dayIn("UTC", now());

  /** Locks the order before the dispute, as every change does. */
  async function change(actor: { id: number }, seen: SeenDispute, decide: Decide): Promise<OfOrder> {
    return await db.transaction(async (tx) => {
      const { orderId } = (await requireDispute(tx, seen.disputeId)).dispute;
      requireFound(await orders.lock(tx, orderId), DISPUTE_MESSAGES.disputeNotFound);
      const { dispute } = await requireDispute(tx, seen.disputeId);
      if (dispute.version !== seen.version) throw await conflict(tx, dispute);
      const decided = await decide(tx, dispute);
      if (decided !== null) {
        if (!(await changeDispute(tx, dispute, decided.change))) throw await conflict(tx, dispute);
        await timeline.record(tx, now(), [{ orderId, actorId: actor.id, event: decided.event }]);
      }
      return { orderId, dispute: toDispute(await requireDispute(tx, dispute.id)) };
    });
  }

  return {
    /** A page of disputes, and how many need an answer. */
    async list(actor: { type: Role }, query: { state: "open" | "closed"; page: number; limit: number | undefined }) {
      const limit = Math.min(query.limit ?? DEFAULT_PAGE_SIZE, mostRows(actor.type));
      const day = today();
      const [rows, counts, paid] = await Promise.all([
        findDisputes(db, query.state, { limit, offset: (query.page - 1) * limit }),
        countDisputes(db, { today: day, soon: addDays(day, DUE_SOON_DAYS) }),
        findPaidWhileDeleted(db, PAID_WHILE_DELETED_LISTED),
      ]);
      return {
        rows: rows.map((row) => toRow(row, day)),
        total: counts[query.state],
        open: counts.open,
        due_soon: counts.dueSoon,
        overdue: counts.overdue,
        paid_while_deleted: paid.map(toPaidWhileDeleted),
      };
    },

    async findOpen(queryable: Queryable, orderId: number): Promise<Dispute | undefined> {
      const found = await findOpenDispute(queryable, orderId);
      return found && toDispute(found);
    },

    /**
     * Sets the details; identical details write nothing.
     * @throws AppError not_found, conflict_version, rule_violation for a closed one
     */
    async update(actor: { id: number }, { disputeId, version, ...details }: UpdateDispute): Promise<OfOrder> {
      return await change(actor, { disputeId, version }, async (_tx, dispute) => {
        if (dispute.closedAt !== null) throw new AppError("rule_violation", DISPUTE_MESSAGES.disputeIsClosed);
        const stage = details.stage === undefined ? dispute.stage : details.stage;
        const changed = { ...details, stage };
        if (isSame(dispute, changed)) return null;
        const { reason, amount, currency, dueDate: due_date, caseId: case_id } = details;
        const data = { dispute_id: dispute.id, reason, stage, amount, currency, due_date, case_id };
        return { change: changed, event: { type: "dispute-updated", data } };
      });
    },

    /**
     * @throws AppError not_found, conflict_version, rule_violation for a closed one; when closing as opened in error
     * also forbidden without the permission, and rule_violation if the processor has a case
     */
    async close(actor: { id: number; type: Role }, request: ClosingRequest): Promise<OfOrder> {
      const { outcome, reason } = request;
      const isError = outcome === "opened_in_error";
      if (isError && !can(actor.type, "disputes:withdraw")) {
        throw new AppError("forbidden", DISPUTE_MESSAGES.disputeErrorForbidden);
      }
      return await change(actor, request, async (_tx, { id, closedAt, caseId }) => {
        if (closedAt !== null) throw new AppError("rule_violation", DISPUTE_MESSAGES.disputeIsClosed);
        if (isError && caseId !== null) throw new AppError("rule_violation", DISPUTE_MESSAGES.disputeErrorHasCase);
        return {
          change: { outcome, closedAt: now(), closedBy: actor.id },
          event: {
            type: "dispute-closed",
            data: { dispute_id: id, outcome, ...(isError && reason !== null && { reason }) },
          },
        };
      });
    },

    /** @throws AppError not_found, conflict_version, rule_violation if it or another one of the order is open */
    async reopen(actor: { id: number }, request: SeenDispute): Promise<OfOrder> {
      return await change(actor, request, async (tx, { id, orderId, closedAt }) => {
        if (closedAt === null) throw new AppError("rule_violation", DISPUTE_MESSAGES.disputeIsOpen);
        if ((await findOpenDispute(tx, orderId)) !== undefined) {
          throw new AppError("rule_violation", DISPUTE_MESSAGES.disputeOtherOpen);
        }
        return {
          change: { outcome: null, closedAt: null, closedBy: null },
          event: { type: "dispute-reopened", data: { dispute_id: id } },
        };
      });
    },
  };
}

async function requireDispute(tx: Transaction, id: number): Promise<DisputeRecord> {
  return requireFound(await findDispute(tx, id), DISPUTE_MESSAGES.disputeNotFound);
}

async function conflict(tx: Transaction, dispute: DisputeRecord["dispute"]): Promise<AppError> {
  const last = await findLastDisputeChange(tx, dispute);
  const at = formatDateTimeUtc((last?.at ?? dispute.openedAt).toISOString());
  return new AppError("conflict_version", disputeConflictMessage(last?.name ?? null, at), {
    data: { dispute_id: dispute.id, version: dispute.version },
  });
}

type Details = Pick<DisputeRecord["dispute"], "reason" | "stage" | "amount" | "currency" | "dueDate" | "caseId">;

function isSame(before: Details, after: Details): boolean {
  const sameAmount =
    before.amount === null || after.amount === null
      ? before.amount === after.amount
      : amountUnits(before.amount) === amountUnits(after.amount);
  const others = ["reason", "stage", "currency", "dueDate", "caseId"] as const;
  return sameAmount && others.every((name) => before[name] === after[name]);
}

function toRow(row: ListedDispute, today: string): DisputeRow {
  const { dispute } = row;
  const { orderId, reason, dueDate } = dispute;
  return {
    ...toDispute(row),
    order_id: orderId,
    full_name: row.fullName,
    process_status: row.status,
    status_label: statusLabel(row.status, row.refundedAt?.toISOString() ?? null),
    transaction_id: row.transactionId,
    suggested_pack: reason === null ? null : PACK_FOR_REASON[reason],
    packs_made: row.packsMade,
    days_left: dueDate === null ? null : daysBetween(today, dueDate),
  };
}
