import { toDispute } from "./features/disputes/dispute-mapping.ts";
import { toDocuments } from "./features/documents/document-mapping.ts";
import { toEmailChange } from "./features/email-changes/email-change-mapping.ts";
import { toFiling } from "./features/filings/filing-mapping.ts";
import { toMailEntry } from "./features/mail/mail-mapping.ts";
import type { OrderDetailsRecord } from "./features/orders/detail/order-details.repository.ts";
import type { OrderRelations } from "./features/orders/order-mapping.ts";
import { toRefund } from "./features/refunds/refund-mapping.ts";
import { toRemark } from "./features/remarks/remark-mapping.ts";
import { toTimeline, toTimelineHead } from "./features/timeline/timeline-mapping.ts";
import { toDownloadEntry } from "./features/tracking/download-mapping.ts";

/** What the order detail shows of each feature, in that feature's types. */
export function toOrderRelations(order: OrderDetailsRecord): OrderRelations {
  const disputes = order.disputes.map(({ opener, closer, ...dispute }) =>
    toDispute({ dispute, openedBy: opener, closedBy: closer }),
  );
  return {
    dispute: disputes.find(({ is_open }) => is_open) ?? null,
    disputes,
    refunds: order.refunds.map(({ recorder, undoer, ...refund }) =>
      toRefund({ refund, recordedBy: recorder, undoneBy: undoer }),
    ),
    downloadHistory: order.downloads.map(({ file1, reports, ...download }) =>
      toDownloadEntry({ download, file1, reports }),
    ),
    filings: order.filings.map(({ recorder, voider, ...filing }) => toFiling({ filing, recorder, voider })),
    mailHistory: order.mails.map(({ file1, ...mail }) => {
      const { documentId: id } = mail;
      return toMailEntry({ ...mail, document: id === null || file1 === null ? null : { id, file1 } });
    }),
    email_change: order.emailChanges.map(toEmailChange)[0] ?? null,
    uploadDoc: toDocuments(order.documents.map(({ uploader, ...document }) => ({ document, uploadedBy: uploader }))),
    remark: order.remarks.map(({ author, ...remark }) => toRemark({ remark, authorName: author })),
    timeline: toTimeline(order.events),
    history_head: toTimelineHead(order.events),
  };
}
