import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import {
  disputes,
  documents,
  downloads,
  intakeRequests,
  mails,
  orderSearch,
  orders,
  remarks,
  visitorGrants,
} from "#server/platform/db/schema.ts";

/** Locks an order that is not purged yet. */
export async function lockForPurge(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      status: orders.status,
      hasOpenDispute: sql<boolean>`exists (select 1 from disputes d where d.order_id = ${orders.id} and d.closed_at is null)`,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)))
    .for("update", { of: orders });
  return row;
}

/**
 * Leaves the order's tombstone: id, status, dates and version; everything that tells of a person goes, and so do the
 * rows beside it. @returns the storage keys of its files
 */
export async function eraseOrder(tx: Transaction, at: Date, id: number): Promise<string[]> {
  await tx.delete(downloads).where(eq(downloads.orderId, id));
  await tx.delete(mails).where(eq(mails.orderId, id));
  await tx.delete(visitorGrants).where(eq(visitorGrants.orderId, id));
  await tx.delete(disputes).where(eq(disputes.orderId, id));
  await tx.delete(remarks).where(eq(remarks.orderId, id));
  await tx.delete(orderSearch).where(eq(orderSearch.orderId, id));
  await tx.delete(intakeRequests).where(eq(intakeRequests.orderId, id));
  const gone = await tx.delete(documents).where(eq(documents.orderId, id)).returning({ key: documents.storageKey });
  await tx
    .update(orders)
    .set({ ...ERASED, purgedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
  return gone.map(({ key }) => key);
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
