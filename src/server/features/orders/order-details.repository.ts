import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";
import { disputes, documents, downloads, mails, orderEvents, orders, remarks } from "#server/platform/db/schema.ts";

/**
 * Reads all that is held on an order that is not purged: the one read over the tables of several features, because it
 * is the screen that is open all day. One prepared statement sees one moment and costs one round trip; six statements
 * cost four times as much at 20 clients (bench/README.md).
 */
export function prepareFindOrderDetails(db: Database) {
  const query = db.query.orders
    .findFirst({
      where: and(eq(orders.id, sql.placeholder("id")), isNull(orders.purgedAt)),
      with: {
        gateway: { columns: { name: true } },
        disputes: { where: isNull(disputes.closedAt), with: { opener: { columns: { name: true } } } },
        documents: { orderBy: desc(documents.version), with: { uploader: { columns: { name: true } } } },
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
          columns: { id: true, at: true, type: true },
          with: { actor: { columns: { id: true, name: true } }, payload: { columns: { data: true } } },
        },
      },
    })
    .prepare("find_order_details");
  return (id: number) => query.execute({ id });
}
export type OrderDetailsRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareFindOrderDetails>>>>;
