import { type PerOrderResult, perOrderResultSchema } from "#contract/envelope.ts";
import { countedMessage } from "#contract/messages.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";

/** What became of a change of many orders, with the server's sentence for the whole (doubt D-43). */
export interface BulkOutcome {
  done: number[];
  failed: PerOrderResult[];
  message: string;
}

export function bulkOutcome(results: readonly PerOrderResult[], message: string): BulkOutcome {
  const done = results.filter(({ status }) => status === 1).map(({ order_id }) => order_id);
  return { done, failed: results.filter(({ status }) => status === 0), message };
}

/** The same for a call that was refused as a whole; its refusal may still carry a reason per order. */
export function refusedOutcome(error: unknown): BulkOutcome {
  const { refusal } = toApiError(error);
  return bulkOutcome(perOrderResultSchema.array().safeParse(refusal?.data).data ?? [], errorMessage(error));
}

/** `outcome` with its sentence as the reason of each of `ids`, where a refusal gave no reasons. */
export function withReasons(outcome: BulkOutcome, ids: readonly number[]): BulkOutcome {
  if (outcome.failed.length > 0) return outcome;
  return { ...outcome, failed: ids.map((order_id) => ({ order_id, status: 0, message: outcome.message })) };
}

/**
 * Several calls of one change told as one: the sentence of the first when it holds for all that were asked for or for
 * none, a count otherwise. `asked` orders were to be changed, also those that were never sent.
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
