import { addDays, dayIn, formatDateTimeUtc } from "#contract/dates.ts";
import {
  type Dispute,
  type DisputeOutcome,
  type DisputeRow,
  DUE_SOON_DAYS,
  PACK_FOR_REASON,
  type UpdateDispute,
} from "#contract/disputes.ts";
import { disputeConflictMessage, MESSAGES } from "#contract/messages.ts";
import { statusLabel } from "#contract/order-status.ts";
import { DEFAULT_PAGE_SIZE, LIST_LIMIT_MAX } from "#contract/orders.ts";
import type { TimelineData } from "#contract/timeline.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { type DisputeRecord, toDispute } from "./dispute-mapping.ts";
import {
  changeDispute,
  countDisputes,
  type DisputeChange,
  findDispute,
  findDisputes,
  findLastDisputeChange,
  findOpenDispute,
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
  /** The version that the caller saw. */
  version: number;
}

/** What a rule makes of a dispute that is locked and as the caller saw it; null leaves it as it is. */
type Decide = (
  tx: Transaction,
  dispute: DisputeRecord["dispute"],
) => Promise<{ change: DisputeChange; event: TimelineData } | null>;

const MS_PER_DAY = 86_400_000;

export type DisputesService = ReturnType<typeof createDisputesService>;

/** What staff know of the disputes that the chargeback flag opens (decision 9). None of it moves money. */
export function createDisputesService({ db, now, timeline, orders }: DisputesDeps) {
  const today = () => dayIn("UTC", now());

  /** The order's row before the dispute's, as every change of what hangs on an order. */
  async function change(actor: { id: number }, seen: SeenDispute, decide: Decide): Promise<Dispute> {
    return await db.transaction(async (tx) => {
      const { orderId } = requireFound(await findDispute(tx, seen.disputeId)).dispute;
      if ((await orders.lock(tx, orderId)) === undefined) throw notFound(MESSAGES.disputeNotFound);
      const { dispute } = requireFound(await findDispute(tx, seen.disputeId));
      if (dispute.version !== seen.version) throw await conflict(tx, dispute);
      const decided = await decide(tx, dispute);
      if (decided !== null) {
        if (!(await changeDispute(tx, dispute, decided.change))) throw await conflict(tx, dispute);
        await timeline.record(tx, now(), [{ orderId, actorId: actor.id, event: decided.event }]);
      }
      return toDispute(requireFound(await findDispute(tx, dispute.id)));
    });
  }

  return {
    /** A page of the disputes, and how many need an answer. */
    async list(query: { state: "open" | "closed"; page: number; limit: number | undefined }) {
      const limit = Math.min(query.limit ?? DEFAULT_PAGE_SIZE, LIST_LIMIT_MAX);
      const day = today();
      const [rows, counts] = await Promise.all([
        findDisputes(db, query.state, { limit, offset: (query.page - 1) * limit }),
        countDisputes(db, { today: day, soon: addDays(day, DUE_SOON_DAYS) }),
      ]);
      return {
        rows: rows.map((row) => toRow(row, day)),
        total: counts[query.state],
        open: counts.open,
        due_soon: counts.dueSoon,
        overdue: counts.overdue,
      };
    },

    async findOpen(queryable: Queryable, orderId: number): Promise<Dispute | undefined> {
      const found = await findOpenDispute(queryable, orderId);
      return found && toDispute(found);
    },

    /**
     * Enters what is known; the same details again write nothing.
     * @throws AppError not_found, conflict_version, rule_violation for a closed one
     */
    async update(actor: { id: number }, { disputeId, version, ...details }: UpdateDispute): Promise<Dispute> {
      return await change(actor, { disputeId, version }, async (_tx, dispute) => {
        if (dispute.closedAt !== null) throw new AppError("rule_violation", MESSAGES.disputeIsClosed);
        if (isSame(dispute, details)) return null;
        const { reason, amount, currency, dueDate: due_date, caseId: case_id } = details;
        const data = { dispute_id: dispute.id, reason, amount, currency, due_date, case_id };
        return { change: details, event: { type: "dispute-updated", data } };
      });
    },

    /** @throws AppError not_found, conflict_version, rule_violation for a closed one */
    async close(actor: { id: number }, request: SeenDispute & { outcome: DisputeOutcome }): Promise<Dispute> {
      const { outcome } = request;
      return await change(actor, request, async (_tx, { id, closedAt }) => {
        if (closedAt !== null) throw new AppError("rule_violation", MESSAGES.disputeIsClosed);
        return {
          change: { outcome, closedAt: now(), closedBy: actor.id },
          event: { type: "dispute-closed", data: { dispute_id: id, outcome } },
        };
      });
    },

    /** @throws AppError not_found, conflict_version, rule_violation when it or another one of the order is open */
    async reopen(actor: { id: number }, request: SeenDispute): Promise<Dispute> {
      return await change(actor, request, async (tx, { id, orderId, closedAt }) => {
        if (closedAt === null) throw new AppError("rule_violation", MESSAGES.disputeIsOpen);
        if ((await findOpenDispute(tx, orderId)) !== undefined) {
          throw new AppError("rule_violation", MESSAGES.disputeOtherOpen);
        }
        return {
          change: { outcome: null, closedAt: null, closedBy: null },
          event: { type: "dispute-reopened", data: { dispute_id: id } },
        };
      });
    },
  };
}

function requireFound(found: DisputeRecord | undefined): DisputeRecord {
  if (found === undefined) throw notFound(MESSAGES.disputeNotFound);
  return found;
}

async function conflict(tx: Transaction, dispute: DisputeRecord["dispute"]): Promise<AppError> {
  const last = await findLastDisputeChange(tx, dispute);
  const at = formatDateTimeUtc((last?.at ?? dispute.openedAt).toISOString());
  return new AppError("conflict_version", disputeConflictMessage(last?.name ?? null, at), {
    data: { dispute_id: dispute.id, version: dispute.version },
  });
}

type Details = Pick<DisputeRecord["dispute"], "reason" | "amount" | "currency" | "dueDate" | "caseId">;

function isSame(before: Details, after: Details): boolean {
  const sameAmount =
    before.amount === null || after.amount === null
      ? before.amount === after.amount
      : withFourPlaces(before.amount) === withFourPlaces(after.amount);
  const others = ["reason", "currency", "dueDate", "caseId"] as const;
  return sameAmount && others.every((name) => before[name] === after[name]);
}

/** As the database stores it. */
function withFourPlaces(amount: string): string {
  const [whole = "", places = ""] = amount.split(".");
  return `${whole.replace(/^0+(?=\d)/, "")}.${places.padEnd(4, "0")}`;
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
    days_left: dueDate === null ? null : (Date.parse(dueDate) - Date.parse(today)) / MS_PER_DAY,
  };
}
