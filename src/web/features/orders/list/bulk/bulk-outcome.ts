import { type PerOrderResult, perOrderResultSchema } from "#contract/envelope.ts";
import { countedMessage } from "#contract/orders/messages.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";

/** The result of a bulk change, with the server's message for the whole (decision record 0044). */
export interface BulkOutcome {
  done: number[];
  failed: PerOrderResult[];
  message: string;
}

export function bulkOutcome(results: readonly PerOrderResult[], message: string): BulkOutcome {
  const done = results.filter(({ status }) => status === 1).map(({ order_id }) => order_id);
  return { done, failed: results.filter(({ status }) => status === 0), message };
}

/** The same for a call that was refused as a whole; its refusal may still have a reason per order. */
export function refusedOutcome(error: unknown): BulkOutcome {
  const { refusal } = toApiError(error);
  return bulkOutcome(perOrderResultSchema.array().safeParse(refusal?.data).data ?? [], errorMessage(error));
}

/** `outcome` with its message as the reason of each of `ids`, for refusals without reasons. */
export function withReasons(outcome: BulkOutcome, ids: readonly number[]): BulkOutcome {
  if (outcome.failed.length > 0) return outcome;
  return { ...outcome, failed: ids.map((order_id) => ({ order_id, status: 0, message: outcome.message })) };
}

/**
 * Merges the results of several calls of one change: the first message if it applies to all or none of the orders,
 * otherwise a count. `asked` includes orders that were never sent.
 */
export function mergedOutcome(outcomes: readonly BulkOutcome[], verb: string, asked: number): BulkOutcome {
  const done = outcomes.flatMap((outcome) => outcome.done);
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const [first] = outcomes;
  const isAnswered = done.length + failed.length === asked;
  if (first !== undefined && outcomes.length === 1 && (isAnswered || done.length === 0)) return first;
  const isWhole = first !== undefined && done.length === asked;
  return { done, failed, message: isWhole ? first.message : countedMessage(done.length, asked, verb) };
}
