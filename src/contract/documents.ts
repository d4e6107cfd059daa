import * as z from "zod";
import { instantSchema } from "./dates.ts";
import { mailEntrySchema, mailProviderSchema } from "./mail.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { orderIdSchema } from "./order-id.ts";
import { rowIdTextSchema } from "./row-id.ts";
import { emailText, optionalLine } from "./text.ts";

/** Decision 11: 10 MB, as received. */
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

/** The name of a served file is made by the server from these characters only. */
export const fileNameSchema = z
  .string({ error: MESSAGES.downloadUnknownFile })
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/, MESSAGES.downloadUnknownFile)
  .meta({ examples: ["arrival-card.pdf"] });

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
  })
  .meta({ id: "Document" });
export type OrderDocument = z.infer<typeof documentSchema>;

/** The text fields of the upload; the file travels beside them as `uploadVisaDoc`. */
export const uploadFieldsSchema = z.object({
  orderId: orderIdSchema,
  email: emailText(MESSAGES.uploadEmailRequired),
  mailServiceProvider: mailProviderSchema,
  reason: optionalLine(500),
});

export const uploadDocument = defineOperation({
  method: "POST",
  path: "/admin/upload-visa-document",
  summary: "Store an approved document and queue its mail",
  access: "orders:work",
  body: uploadFieldsSchema,
  fileField: "uploadVisaDoc",
  data: z.object({ document: documentSchema, mail: mailEntrySchema }),
});

export const getDocument = defineOperation({
  method: "GET",
  path: "/admin/documents/:documentId",
  summary: "A stored document, byte for byte",
  access: "orders:work",
  params: z.object({ documentId: rowIdTextSchema }),
  data: z.null(),
  binary: "application/octet-stream",
});
