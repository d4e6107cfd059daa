import { MESSAGES } from "#contract/messages.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { OrderTransactions } from "../orders/detail/order-transaction.repository.ts";
import type { TimelineService } from "../timeline/timeline.service.ts";

interface TransactionsDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  orders: OrderTransactions;
}

interface TransactionDetails {
  orderId: number;
  transactionId: string;
  merchantName: string;
}

export type TransactionsService = ReturnType<typeof createTransactionsService>;

export function createTransactionsService({ db, now, timeline, orders }: TransactionsDeps) {
  return {
    /**
     * Sets the transaction id and merchant name of an order's payment. Unchanged details write nothing. Refused for an
     * unpaid order, whose payment would overwrite them.
     * @throws AppError not_found or rule_violation
     */
    async save(actor: { id: number }, { orderId, transactionId, merchantName }: TransactionDetails) {
      const data = { transaction_id: transactionId, merchant_name: merchantName };
      await db.transaction(async (tx) => {
        const order = requireFound(await orders.lock(tx, orderId), MESSAGES.orderNotFound);
        if (!order.isPaid) throw new AppError("rule_violation", TRANSACTION_MESSAGES.transactionUnpaid);
        if (order.transactionId === transactionId && order.merchantName === merchantName) return;
        await orders.write(tx, { ...order, transactionId, merchantName });
        const event = { type: "transaction-saved", data } as const;
        await timeline.record(tx, now(), [{ orderId, actorId: actor.id, event }]);
      });
      return { order_id: orderId, ...data };
    },
  };
}
