import { eq, sql } from "drizzle-orm";
import { emailKey } from "#contract/text.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders, visitorGrants } from "#server/platform/db/schema.ts";
import { findCorrectable, freezeSubmission } from "../corrections/corrections.repository.ts";
import { type SearchableOrder, searchedColumns, writeSearchTexts } from "../search/search-text.repository.ts";

/** What a change of the e-mail address needs to know; undefined for an order that is unknown or purged. */
async function lock(tx: Transaction, id: number) {
  const { status, emailKey, factsVersion, passportNumber, dateOfBirth, cardLast4, amount } = orders;
  const [row] = await lockOrders(tx, [id], {
    ...searchedColumns,
    ...{ status, emailKey, factsVersion, passportNumber, dateOfBirth, cardLast4, amount },
  });
  return row;
}
export type EmailedOrder = NonNullable<Awaited<ReturnType<typeof lock>>>;

/** Keeps the submission, writes the address, its key and the search text, and ends all grants: they were given for the former address. */
async function write(tx: Transaction, order: SearchableOrder): Promise<void> {
  const { id, email } = order;
  const submitted = await findCorrectable(tx, id);
  if (submitted !== undefined) await freezeSubmission(tx, submitted);
  await tx
    .update(orders)
    .set({ email, emailKey: email === null ? "" : emailKey(email), factsVersion: sql`${orders.factsVersion} + 1` })
    .where(eq(orders.id, id));
  await writeSearchTexts(tx, [order]);
  await endGrants(tx, id);
}

async function endGrants(tx: Transaction, id: number): Promise<void> {
  await tx.delete(visitorGrants).where(eq(visitorGrants.orderId, id));
}

/** Used by the e-mail change feature; `lock` holds the row until the transaction ends. */
export const orderEmails = { lock, write, endGrants };
export type OrderEmails = typeof orderEmails;
