import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import {
  defencePacks,
  disputes,
  documents,
  downloads,
  mailEvents,
  mails,
  orderSearch,
  orders,
  remarks,
  suppressions,
  visitorGrants,
} from "#server/platform/db/schema.ts";

/** Locks an order that is not purged yet. */
export async function lockForPurge(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      status: orders.status,
      // Written out: Drizzle would leave the table's name off `orders.id`, and it would be the dispute's.
      hasOpenDispute: sql<boolean>`exists (select 1 from disputes d where d.order_id = orders.id and d.closed_at is null)`,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)))
    .for("update", { of: orders });
  return row;
}

/**
 * Leaves the order's tombstone: id, status, dates and version; everything that tells of a person goes, and so do the
 * rows beside it. The claims of its checkout's requests stay: they are digests, and a request that comes again must not
 * make the order anew. @returns the storage keys of its files, and the ids of its mails
 */
export async function eraseOrder(
  tx: Transaction,
  at: Date,
  id: number,
): Promise<{ storageKeys: string[]; mailIds: number[] }> {
  await tx.delete(downloads).where(eq(downloads.orderId, id));
  const ofOrder = tx.select({ id: mails.id }).from(mails).where(eq(mails.orderId, id));
  await tx.delete(mailEvents).where(inArray(mailEvents.mailId, ofOrder));
  // The block of an address stands for itself: it outlives the order whose mail led to it.
  await tx.update(suppressions).set({ mailId: null }).where(inArray(suppressions.mailId, ofOrder));
  const packs = await tx
    .delete(defencePacks)
    .where(eq(defencePacks.orderId, id))
    .returning({ key: defencePacks.storageKey });
  const sent = await tx.delete(mails).where(eq(mails.orderId, id)).returning({ id: mails.id });
  await tx.delete(visitorGrants).where(eq(visitorGrants.orderId, id));
  await tx.delete(disputes).where(eq(disputes.orderId, id));
  await tx.delete(remarks).where(eq(remarks.orderId, id));
  await tx.delete(orderSearch).where(eq(orderSearch.orderId, id));
  const gone = await tx.delete(documents).where(eq(documents.orderId, id)).returning({ key: documents.storageKey });
  await tx
    .update(orders)
    .set({ ...ERASED, purgedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
  return { storageKeys: [...gone, ...packs].map(({ key }) => key), mailIds: sent.map((mail) => mail.id) };
}

const ERASED = {
  fullName: null,
  email: null,
  emailKey: "",
  nationalityCode: null,
  nationalityText: null,
  passportNumber: null,
  flightNumber: null,
  sex: null,
  dateOfBirth: null,
  placeOfStay: null,
  purposeOfVisit: null,
  travelMode: null,
  portOfDeparture: null,
  portOfArrival: null,
  phoneCode: null,
  telephoneNumber: null,
  transactionId: null,
  merchantName: null,
  amount: null,
  currency: null,
  purchaseIp: null,
  userAgent: null,
  deviceId: null,
  termsVersion: null,
  termsAcceptedAt: null,
  refundPolicyVersion: null,
  paymentFingerprint: null,
  cardBrand: null,
  cardLast4: null,
  avsResult: null,
  cvcResult: null,
  threeDsResult: null,
  billingName: null,
  nameKey: "",
  telephoneKey: "",
} as const;
