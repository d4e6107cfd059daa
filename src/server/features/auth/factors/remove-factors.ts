import type { Transaction } from "#server/platform/db/client.ts";
import { closeLinks } from "../account-links.repository.ts";
import { deleteSessionsOf } from "../auth.repository.ts";
import { resetFactors } from "./factors.repository.ts";

/**
 * Removes all factors of a member and ends their sessions. A set-up link that was void because of the factor would be good
 * again, so it is closed. @returns how many sessions were ended
 */
export async function removeFactors(tx: Transaction, memberId: number, at: Date): Promise<number> {
  await resetFactors(tx, memberId, at);
  await closeLinks(tx, memberId, at, "set-up");
  return await deleteSessionsOf(tx, memberId);
}
