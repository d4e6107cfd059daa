import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";
import { disputes, documents, downloads, mails, orderEvents, orders, remarks } from "#server/platform/db/schema.ts";

/** What the detail does not show is not read either: the evidence of the purchase and the keys of search and sort. */
const NOT_SHOWN = {
  statusChangedAt: false,
  purgedAt: false,
  refundedBy: false,
  emailKey: false,
  nameKey: false,
  telephoneKey: false,
  nationalityText: false,
  gatewayId: false,
  paidAt: false,
  purchaseIp: false,
  userAgent: false,
  deviceId: false,
  termsVersion: false,
  termsAcceptedAt: false,
  refundPolicyVersion: false,
  paymentFingerprint: false,
  cardBrand: false,
  cardLast4: false,
  avsResult: false,
  cvcResult: false,
  threeDsResult: false,
  billingName: false,
} as const;

/**
 * Reads all that is held on an order that is not purged: the one read over the tables of several features, because it
 * is the screen that is open all day. One prepared statement sees one moment and costs one round trip; six statements
 * answered a fraction of the requests (bench/README.md).
 */
export function prepareFindOrderDetails(db: Database) {
  const query = db.query.orders
    .findFirst({
      where: and(eq(orders.id, sql.placeholder("id")), isNull(orders.purgedAt)),
      columns: NOT_SHOWN,
      with: {
        gateway: { columns: { name: true } },
        disputes: { where: isNull(disputes.closedAt), with: { opener: { columns: { name: true } } } },
        documents: {
          orderBy: desc(documents.version),
          columns: { storageKey: false, version: false },
          with: { uploader: { columns: { name: true } } },
        },
        // Their letters stay where they are: they weigh more than all the rest.
        mails: {
          orderBy: desc(mails.id),
          columns: { html: false, text: false },
          with: { document: { columns: { id: true, file1: true } } },
        },
        downloads: { orderBy: desc(downloads.id), with: { document: { columns: { file1: true } } } },
        remarks: { orderBy: desc(remarks.id), with: { author: { columns: { name: true } } } },
        events: {
          orderBy: asc(orderEvents.seq),
          columns: { id: true, at: true, type: true, seq: true, digest: true },
          with: { actor: { columns: { id: true, name: true } }, payload: { columns: { data: true } } },
        },
      },
    })
    .prepare("find_order_details");
  return (id: number) => query.execute({ id });
}
export type OrderDetailsRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareFindOrderDetails>>>>;
