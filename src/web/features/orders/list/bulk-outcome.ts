import { type PerOrderResult, perOrderResultSchema } from "#contract/envelope.ts";
import { toApiError } from "#web/platform/api-error.ts";

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
  const { refusal, message } = toApiError(error);
  return bulkOutcome(perOrderResultSchema.array().safeParse(refusal?.data).data ?? [], message);
}
