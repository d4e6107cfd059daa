import * as z from "zod";
import { servedName } from "./documents.ts";
import { visitorDownloadSchema } from "./downloads.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { orderStatusSchema } from "./order-status.ts";
import { cleanLine, emailText, optionalLine } from "./text.ts";

/** An order id as a visitor has it, digits or route form. What is neither is answered like an unknown order. */
const visitorOrderId = z
  .union([z.string().meta({ minLength: 1, maxLength: 200, examples: ["MjAwMDAy"] }), z.number().transform(String)], {
    error: MESSAGES.trackOrderIdRequired,
  })
  .pipe(
    z
      .string()
      .max(200, MESSAGES.trackNotFound)
      .transform(cleanLine)
      .pipe(z.string().min(1, MESSAGES.trackOrderIdRequired)),
  );

export const trackOrderSchema = z.object({
  orderId: visitorOrderId,
  email: emailText(MESSAGES.trackEmailRequired),
});

export const trackOrder = defineOperation({
  method: "POST",
  path: "/front/track-order",
  summary: "Prove the e-mail of an order and receive the visitor cookie",
  access: "public",
  body: trackOrderSchema,
  data: z.null(),
});

export const downloadHistorySchema = z.object({ orderId: visitorOrderId });

export const mainResultSchema = z.object({ order_id: z.int(), process_status: orderStatusSchema });
export type MainResult = z.infer<typeof mainResultSchema>;

export const getDownloadHistory = defineOperation({
  method: "POST",
  path: "/front/get-download-history",
  summary: "The downloads of an order and the name of its file",
  access: "visitor",
  body: downloadHistorySchema,
  data: z.array(visitorDownloadSchema),
  extra: { mainResult: mainResultSchema, path: z.object({ file1: z.string().nullable() }) },
});

export const recordDownloadSchema = z.object({
  orderId: visitorOrderId,
  customername: z.string().max(200).optional(),
  // Any text: what is no file's name is answered like an unknown file.
  file1: z
    .string({ error: MESSAGES.downloadUnknownFile })
    .max(200, MESSAGES.downloadUnknownFile)
    .meta({ examples: ["arrival-card-v1.pdf"] }),
  timezone: optionalLine(100),
});

export const recordDownload = defineOperation({
  method: "POST",
  path: "/front/download-passport-doc-pdf",
  summary: "Record that a person starts to download the document",
  access: "visitor",
  body: recordDownloadSchema,
  data: z.null(),
});

/** Where the file itself is then fetched, outside `/api`. */
export function uploadPath(orderId: number, file1: string): string {
  return `/uploads/docs/${encodeURIComponent(servedName(orderId, file1))}`;
}

export const XSRF_COOKIE = "XSRF-TOKEN";
export const XSRF_HEADER = "X-XSRF-TOKEN";
