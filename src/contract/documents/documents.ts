import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { mailEntrySchema, mailProviderSchema } from "#contract/mail/mail.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { emailText, optionalLine } from "#contract/text-schemas.ts";
import { DOCUMENT_MESSAGES } from "./messages.ts";

/** Decision record 0025: 10 MiB, as received. */
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024;

/** Accepted media types and the extension each is served with. */
export const DOCUMENT_TYPES = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/tiff": "tif",
  "image/heic": "heic",
  "image/avif": "avif",
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;
export const documentTypeSchema = z.enum(Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]]);

/** The `file1` of an order's first, second … document. */
export function documentFileName(version: number, type: DocumentType): string {
  return `arrival-card-v${version}.${DOCUMENT_TYPES[type]}`;
}

/** What the document check looks for in the text of a PDF. */
export const FINDING_FIELDS = ["full_name", "passport_number", "arrival_date"] as const;

/**
 * The result of the check: `match` when everything that the order holds and that can be compared is in the text,
 * `mismatch` when something is not, `no_text` for pictures, scanned pages and text in another script than the order's
 * data, `not_held` when the order has nothing to compare with. A field is `not_checked` when there is no text to search,
 * or none in its script.
 */
export const documentFindingSchema = z
  .object({
    verdict: z.enum(["match", "mismatch", "no_text", "not_held"]),
    fields: z.array(
      z.object({ field: z.enum(FINDING_FIELDS), result: z.enum(["found", "missing", "not_held", "not_checked"]) }),
    ),
  })
  .meta({ id: "DocumentFinding" });
export type DocumentFinding = z.infer<typeof documentFindingSchema>;

export const documentSchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    file1: z.string(),
    original_name: z.string(),
    customer_name: z.string(),
    content_type: documentTypeSchema,
    bytes: z.int(),
    pages: z.int().nullable(),
    sha256: z.string(),
    create_ts: instantSchema,
    uploaded_by: z.string().nullable(),
    current: z.boolean(),
    /** Null for documents stored before the check existed. */
    finding: documentFindingSchema.nullable(),
  })
  .meta({ id: "Document" });
export type OrderDocument = z.infer<typeof documentSchema>;

/** The text fields of the upload; the file is sent beside them as `uploadVisaDoc`. */
export const uploadFieldsSchema = z.object({
  orderId: orderIdSchema,
  email: emailText(DOCUMENT_MESSAGES.uploadEmailRequired),
  mailServiceProvider: mailProviderSchema,
  reason: optionalLine(500),
});

export const uploadDocument = defineOperation({
  method: "POST",
  path: "/admin/upload-visa-document",
  summary: "Store an approved document and queue its mail",
  access: "orders:work",
  shows: "documents",
  body: uploadFieldsSchema,
  fileField: "uploadVisaDoc",
  data: z.object({ document: documentSchema, mail: mailEntrySchema }),
});

/** What a check needs; other fields of the upload are ignored. */
export const checkFieldsSchema = uploadFieldsSchema.pick({ orderId: true });

export const checkDocument = defineOperation({
  method: "POST",
  path: "/admin/check-document",
  summary: "Compare a file with its order before it is uploaded; nothing is stored",
  access: "orders:work",
  shows: "documents",
  body: checkFieldsSchema,
  fileField: "uploadVisaDoc",
  data: z.object({ finding: documentFindingSchema }),
});

export const getDocument = defineOperation({
  method: "GET",
  path: "/admin/documents/:documentId",
  summary: "A stored document, byte for byte",
  access: "orders:work",
  shows: "documents",
  params: z.object({ documentId: rowIdSchema }),
  data: z.null(),
  binary: "application/octet-stream",
});
