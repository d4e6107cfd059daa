import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { SuppressionReason } from "#contract/mail.ts";
import type { Database } from "#server/platform/db/client.ts";
import {
  disputes,
  documents,
  downloads,
  mailEvents,
  mails,
  orderEvents,
  orders,
  remarks,
} from "#server/platform/db/schema.ts";

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

/** Of the order's own address and of those its mails went to, the blocked ones; no relation leads there. */
const BLOCKED = sql<{ email: string; reason: SuppressionReason; since: string }[]>`(
  select coalesce(json_agg(json_build_object('email', s.email_key, 'reason', s.reason, 'since', s.created_at) order by s.id), '[]')
  from suppressions s where s.lifted_at is null and s.email_key in (
    select ${orders.emailKey} union select lower(m.to_address) from mails m where m.order_id = ${orders.id}))`;

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
      extras: { blocked: BLOCKED.as("blocked") },
      with: {
        gateway: { columns: { name: true } },
        disputes: {
          orderBy: desc(disputes.id),
          // As text: inside of JSON a number of sixteen digits would lose some.
          columns: { amount: false },
          extras: { amount: sql<string | null>`${disputes.amount}::text`.as("amount") },
          with: { opener: { columns: { name: true } }, closer: { columns: { name: true } } },
        },
        documents: {
          orderBy: desc(documents.version),
          columns: { storageKey: false, version: false },
          with: { uploader: { columns: { name: true } } },
        },
        // Their letters stay where they are: they weigh more than all the rest.
        mails: {
          orderBy: desc(mails.id),
          columns: { html: false, text: false },
          with: { document: { columns: { id: true, file1: true } }, reports: { orderBy: asc(mailEvents.id) } },
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
