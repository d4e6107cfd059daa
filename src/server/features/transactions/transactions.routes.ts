import type { FastifyInstance } from "fastify";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { saveTransactionDetails } from "#contract/transactions/transactions.ts";
import { route } from "#server/platform/http/route.ts";
import type { TransactionsService } from "./transactions.service.ts";

export function registerTransactionRoutes(app: FastifyInstance, transactions: TransactionsService): void {
  route(app, saveTransactionDetails, async ({ actor, body }) => ({
    data: await transactions.save(actor, body),
    message: TRANSACTION_MESSAGES.transactionSaved,
  }));
}
