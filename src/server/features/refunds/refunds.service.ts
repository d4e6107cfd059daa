import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { UNDO_MS } from "#contract/orders/bulk.ts";
import { REFUND_MESSAGES, refundOtherCurrencyMessage, refundTooMuchMessage } from "#contract/refunds/messages.ts";
import type { RecordRefund } from "#contract/refunds/record-refund.ts";
import { refundBlock } from "#contract/refunds/refund-guard.ts";
import type { Refund, RefundTotal } from "#contract/refunds/refunds.ts";
import { can } from "#contract/roles.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, invalidField, requireFound } from "#server/platform/app-error.ts";
import { type BulkAnswer, bulkAnswer, done, refused } from "#server/platform/bulk-answer.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { amountUnits, plainDecimal, refundPosition } from "#server/platform/money.ts";
import { toRefund } from "./refund-mapping.ts";
import {
  findDisputesOf,
  findRefund,
  findRefundsOf,
  findStatedRefunds,
  insertRefund,
  insertRefundsOfRest,
  lockRefundable,
  markUndone,
  type RefundableOrder,
  setRefundDate,
  sumRefunds,
  undoOwnRefunds,
} from "./refunds.repository.ts";

interface RefundsDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
}

type Actor = Pick<SessionMember, "id" | "type">;

type OfOrder = { orderId: number; refund: Refund };

export type RefundsService = ReturnType<typeof createRefundsService>;

/** Records of refunds. Nothing here moves money (decision record 0017). */
export function createRefundsService({ db, now, timeline }: RefundsDeps) {
  return {
    /**
     * Records for each order what is left of its payment. An order that a dispute blocks is refused, unless a reason is
     * given.
     * @throws AppError forbidden for a reason without the permission; with the results when none could be recorded:
     * refund_disputed when disputes block all of them, otherwise rule_violation
     */
    async recordMany(actor: Actor, orderIds: readonly number[], reason: string | null): Promise<BulkAnswer> {
      requireOverride(actor, reason);
      const ids = [...new Set(orderIds)];
      const results = await db.transaction(async (tx) => {
        const orders = await lockRefundable(tx, ids);
        const refusals = new Map<number, PerOrderResult>();
        for (const order of orders) {
          const refusal = refusalOf(order);
          if (refusal !== null) refusals.set(order.id, refused(order.id, refusal));
        }
        const possible = orders.map(({ id }) => id).filter((id) => !refusals.has(id));
        const blocks = await findBlocks(tx, possible);
        const overrides = new Map<number, string>();
        for (const [id, message] of blocks) {
          if (reason === null) refusals.set(id, { ...refused(id, message), code: "refund_disputed" });
          else overrides.set(id, reason);
        }
        const at = now();
        const allowed = possible.filter((id) => !refusals.has(id));
        const recorded = await insertRefundsOfRest(tx, at, actor.id, allowed, overrides);
        const events = recorded.map(({ id: refund_id, orderId, amount, currency }) => {
          const plain = amount === null ? null : plainDecimal(amount, currency);
          const override_reason = overrides.get(orderId);
          const data = {
            ...{ refund_date: at.toISOString(), refund_id, amount: plain, currency, is_assumed: amount !== null },
            ...(override_reason !== undefined && { override_reason }),
          };
          return { orderId, actorId: actor.id, event: { type: "refund-recorded", data } as const };
        });
        await timeline.record(tx, at, events);
        const found = new Set(orders.map(({ id }) => id));
        return ids.map((id) => {
          if (!found.has(id)) return refused(id, MESSAGES.orderNotFound);
          return refusals.get(id) ?? done(id, REFUND_MESSAGES.refundRecorded);
        });
      });
      return bulkAnswer(results, REFUND_MESSAGES.refundRecorded, "recorded as refunded");
    },

    /**
     * Takes back refunds that the member recorded within the last hour.
     * @throws AppError rule_violation with the results when none could be taken back
     */
    async undoOwn(actor: Actor, orderIds: readonly number[]): Promise<BulkAnswer> {
      const ids = [...new Set(orderIds)];
      const results = await db.transaction(async (tx) => {
        const found = new Set((await lockRefundable(tx, ids)).map(({ id }) => id));
        const at = now();
        const since = new Date(at.getTime() - UNDO_MS);
        const undone = await undoOwnRefunds(tx, { at, memberId: actor.id, since, ids });
        const takenBack = new Set(undone.map(({ orderId }) => orderId));
        await setRefundDate(tx, [...takenBack], null);
        const events = undone.map(({ id, orderId, recordedAt }) => {
          const data = { refund_date: recordedAt.toISOString(), refund_id: id };
          return { orderId, actorId: actor.id, event: { type: "refund-undone", data } as const };
        });
        await timeline.record(tx, at, events);
        return ids.map((id) => {
          if (takenBack.has(id)) return done(id, REFUND_MESSAGES.refundUndone);
          return refused(id, found.has(id) ? REFUND_MESSAGES.refundUndoRefused : MESSAGES.orderNotFound);
        });
      });
      return bulkAnswer(results, REFUND_MESSAGES.refundUndone, "taken back");
    },

    /**
     * Records a refund with its particulars. The order has its refund date once nothing is left of the payment, or when
     * the payment's amount is unknown.
     * @throws AppError not_found, conflict_version when its refunds are not those that the caller saw, rule_violation
     * outside of Refunds or when nothing is left, invalid_input for more than is left or another currency,
     * refund_disputed, forbidden for a reason without the permission
     */
    async record(actor: Actor, request: RecordRefund): Promise<OfOrder> {
      requireOverride(actor, request.overrideReason);
      return await db.transaction(async (tx) => {
        const { orderId, amount, currency, reasonCode, note, reference } = request;
        const order = requireFound((await lockRefundable(tx, [orderId]))[0], MESSAGES.orderNotFound);
        const earlier = await findRefundsOf(tx, orderId);
        if ((earlier[0]?.refund.id ?? null) !== request.lastRefundId) {
          throw new AppError("conflict_version", REFUND_MESSAGES.refundChanged);
        }
        const refusal = refusalOf(order);
        if (refusal !== null) throw new AppError("rule_violation", refusal);
        const position = positionOf(order, earlier);
        if (position.currency !== null && position.currency !== currency) {
          throw invalidField("currency", refundOtherCurrencyMessage(position.currency));
        }
        const { left } = position;
        if (left !== null && amountUnits(amount) > amountUnits(left)) {
          throw invalidField("amount", refundTooMuchMessage(left, currency));
        }
        const block = (await findBlocks(tx, [orderId])).get(orderId);
        if (block !== undefined && request.overrideReason === null) throw new AppError("refund_disputed", block);
        const overrideReason = block === undefined ? null : request.overrideReason;
        const at = now();
        const facts = { amount, currency, isAssumed: false, reasonCode, note, reference, overrideReason };
        const id = await insertRefund(tx, { orderId, ...facts, recordedAt: at, recordedBy: actor.id });
        if (left === null || amountUnits(amount) === amountUnits(left)) await setRefundDate(tx, [orderId], at);
        const data = {
          ...{ refund_date: at.toISOString(), refund_id: id, is_assumed: false },
          ...{ amount: plainDecimal(amount, currency), currency },
          ...{ reason_code: reasonCode, reference, note, override_reason: overrideReason },
        };
        await timeline.record(tx, at, [{ orderId, actorId: actor.id, event: { type: "refund-recorded", data } }]);
        return { orderId, refund: toRefund(requireFound(await findRefund(tx, id))) };
      });
    },

    /**
     * Undoes the record of a refund; the order is due again. The caller has the permission.
     * @throws AppError not_found, rule_violation when it was undone already
     */
    async undo(actor: Actor, { refundId, reason }: { refundId: number; reason: string }): Promise<OfOrder> {
      return await db.transaction(async (tx) => {
        const seen = requireFound(await findRefund(tx, refundId), REFUND_MESSAGES.refundNotFound);
        const { orderId } = seen.refund;
        requireFound((await lockRefundable(tx, [orderId]))[0], REFUND_MESSAGES.refundNotFound);
        const { refund } = requireFound(await findRefund(tx, refundId), REFUND_MESSAGES.refundNotFound);
        if (refund.undoneAt !== null) throw new AppError("rule_violation", REFUND_MESSAGES.refundAlreadyUndone);
        const at = now();
        await markUndone(tx, refundId, { at, memberId: actor.id, reason });
        await setRefundDate(tx, [orderId], null);
        const data = { refund_date: refund.recordedAt.toISOString(), refund_id: refundId, reason };
        await timeline.record(tx, at, [{ orderId, actorId: actor.id, event: { type: "refund-undone", data } }]);
        return { orderId, refund: toRefund(requireFound(await findRefund(tx, refundId))) };
      });
    },

    /** What the customer is told: amounts that somebody entered, none that is assumed. */
    async stated(orderId: number): Promise<NonNullable<MainResult["refunds"]>> {
      const found = await findStatedRefunds(db, orderId);
      return found.flatMap(({ at, amount, currency, isToCard }) =>
        amount === null
          ? []
          : [{ at: at.toISOString(), amount: plainDecimal(amount, currency), currency, to_card: isToCard }],
      );
    },

    async totals(): Promise<RefundTotal[]> {
      return await sumRefunds(db);
    },
  };
}

function requireOverride({ type }: Actor, reason: string | null): void {
  if (reason !== null && !can(type, "refunds:override")) {
    throw new AppError("forbidden", REFUND_MESSAGES.refundOverrideForbidden);
  }
}

function refusalOf({ status, refundedAt }: RefundableOrder): string | null {
  if (status !== "Refunds") return REFUND_MESSAGES.refundWrongStatus;
  return refundedAt === null ? null : REFUND_MESSAGES.refundAlready;
}

function positionOf(order: RefundableOrder, all: Awaited<ReturnType<typeof findRefundsOf>>) {
  const counted = all.flatMap(({ refund }) => (refund.undoneAt === null ? [refund] : []));
  return refundPosition(order, counted, order.refundedAt !== null);
}

/** Why a refund of these orders would return the money a second time, of those that a dispute blocks. */
async function findBlocks(tx: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
  const blocks = new Map<number, string>();
  for (const [orderId, disputes] of await findDisputesOf(tx, ids)) {
    const block = refundBlock(
      disputes.map(({ stage, outcome, closedAt }) => ({
        is_open: closedAt === null,
        closed_at: closedAt?.toISOString() ?? null,
        ...{ stage, outcome },
      })),
    );
    if (block !== null) blocks.set(orderId, block);
  }
  return blocks;
}
