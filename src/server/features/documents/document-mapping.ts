import type { OrderDocument } from "#contract/documents/documents.ts";
import type { DocumentRecord } from "./documents.repository.ts";

interface ShownDocument {
  document: Omit<DocumentRecord["document"], "storageKey" | "version">;
  uploadedBy: DocumentRecord["uploadedBy"];
}

/** The documents of one order, given newest first: the first is the current one. */
export function toDocuments(records: readonly ShownDocument[]): OrderDocument[] {
  return records.map(({ document, uploadedBy }, index) => ({
    id: document.id,
    order_id: document.orderId,
    file1: document.file1,
    original_name: document.originalName,
    customer_name: document.customerName,
    content_type: document.contentType,
    bytes: document.bytes,
    pages: document.pages,
    sha256: document.sha256.toString("hex"),
    create_ts: document.createdAt.toISOString(),
    uploaded_by: uploadedBy,
    current: index === 0,
    finding: document.finding,
  }));
}
