import type { PerOrderResult } from "#contract/envelope.ts";
import { countedMessage } from "#contract/orders/messages.ts";
import { AppError } from "./app-error.ts";

/** The answer of a call on many orders: each one's result, and the message of the envelope. */
export interface BulkAnswer {
  results: PerOrderResult[];
  message: string;
}

export const done = (order_id: number, message: string): PerOrderResult => ({ order_id, status: 1, message });
export const refused = (order_id: number, message: string): PerOrderResult => ({ order_id, status: 0, message });

/**
 * @param verb as used in a count: `3 of 5 orders moved`
 * @returns the results with `allDone`, or with a count when only some were done
 * @throws AppError with the results when none was done: with the code that all of them have, or else rule_violation
 */
export function bulkAnswer(results: PerOrderResult[], allDone: string, verb: string): BulkAnswer {
  const refusals = results.filter(({ status }) => status === 0);
  const [first] = refusals;
  if (first === undefined) return { results, message: allDone };
  const count = results.length - refusals.length;
  if (count > 0) return { results, message: `${countedMessage(count, results.length, verb)} ${first.message}` };
  const code = refusals.every((each) => each.code === first.code) ? first.code : undefined;
  throw new AppError(code ?? "rule_violation", first.message, { data: results });
}
