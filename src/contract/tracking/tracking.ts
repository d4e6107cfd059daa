import * as z from "zod";
import { daySchema, instantSchema } from "#contract/date-schemas.ts";
import { visitorDownloadSchema } from "#contract/downloads/downloads.ts";
import { defineOperation, SMALL_BODY } from "#contract/operation.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { QUESTION_WANTS } from "#contract/questions/question-limits.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { cleanLine } from "#contract/text.ts";
import { emailText, optionalLine } from "#contract/text-schemas.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { TRACKING_MESSAGES } from "./messages.ts";
import { VISITOR_CALLS } from "./visitor-calls.ts";

/** Links that mail programs wrap are some hundred characters long. */
const LONGEST_LINK = 2000;

/** An order id as entered by a visitor, digits or route form. Anything else gets the answer of an unknown order. */
export const visitorOrderId = z
  .union(
    [z.string().meta({ minLength: 1, maxLength: LONGEST_LINK, examples: ["MjAwMDAy"] }), z.number().transform(String)],
    {
      error: VISITOR_MESSAGES.trackOrderIdRequired,
    },
  )
  .pipe(
    z
      .string()
      .max(LONGEST_LINK, VISITOR_MESSAGES.trackNotFound)
      .transform(cleanLine)
      .pipe(z.string().min(1, VISITOR_MESSAGES.trackOrderIdRequired)),
  );

export const trackOrderSchema = z.object({
  orderId: visitorOrderId,
  email: emailText(VISITOR_MESSAGES.trackEmailRequired),
});

export type TrackRequest = z.output<typeof trackOrderSchema>;

export const trackOrder = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.track,
  summary: "Prove the e-mail address of an order and receive the visitor cookie",
  access: "public",
  body: trackOrderSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});

/** The same response with and without a valid cookie, so that leaving always works. */
export const leaveVisit = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.leave,
  summary: "End the grants of the visitor cookie and clear it",
  access: "public",
  data: z.null(),
});

export const downloadHistorySchema = z.object({
  orderId: visitorOrderId,
  /** Whether the answer has `steps`, `corrections` and the ids of downloads; the specification's has none of them. */
  hasSteps: z.boolean().default(false),
});

/** What can be said of an order's way, each with its day. */
export const ORDER_STEPS = ["received", "paid", "filed", "ready"] as const;

export const mainResultSchema = z.object({
  order_id: z.int(),
  process_status: orderStatusSchema,
  /** When the refund was recorded; distinguishes Refunded from Refund due. */
  refund_date: instantSchema.nullable(),
  /** Refunds whose amount was entered, oldest first; absent without one. */
  refunds: z
    .array(
      z.object({
        at: instantSchema,
        amount: z.string(),
        currency: z.string().nullable(),
        /** The processor's reference is recorded, and the payment was made with a card. */
        to_card: z.boolean(),
      }),
    )
    .optional(),
  /** What has happened, in order; nothing that is only expected. Absent unless asked for. */
  steps: z.array(z.object({ step: z.enum(ORDER_STEPS), at: instantSchema })).optional(),
  /** The customer's own requests for corrections, newest first; absent without one, and unless asked for. */
  corrections: z
    .array(
      z.object({
        at: instantSchema,
        outcome: z.enum(["accepted", "declined"]).nullable(),
        fields: z.array(z.string()),
      }),
    )
    .optional(),
  /** The question that the office asks; absent without one. */
  question: z
    .object({
      question_id: z.int(),
      text: z.string(),
      wants: z.enum(QUESTION_WANTS),
      answer_by: daySchema.nullable(),
      /** When the last answer came; null while there is none. */
      answered_at: instantSchema.nullable(),
    })
    .optional(),
});
export type VisitorQuestion = NonNullable<MainResult["question"]>;
export type MainResult = z.infer<typeof mainResultSchema>;

export const getDownloadHistory = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.history,
  summary: "The downloads of an order and the name of its file",
  access: "visitor",
  body: downloadHistorySchema,
  bodyLimit: SMALL_BODY,
  data: z.array(visitorDownloadSchema),
  extra: { mainResult: mainResultSchema, path: z.object({ file1: z.string().nullable() }) },
});

export const recordDownloadSchema = z.object({
  orderId: visitorOrderId,
  customername: z.string().max(200).optional(),
  // Any text: a name that is no file's gets the answer of an unknown file.
  file1: z
    .string({ error: TRACKING_MESSAGES.downloadUnknownFile })
    .max(200, TRACKING_MESSAGES.downloadUnknownFile)
    .meta({ examples: ["arrival-card-v1.pdf"] }),
  timezone: optionalLine(100),
});

export const recordDownload = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.download,
  summary: "Record that a person starts downloading the document",
  access: "visitor",
  body: recordDownloadSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});

export const reportDownload = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.report,
  summary: "Say that a download was somebody else's; ends all other visits to the order",
  access: "visitor",
  body: z.object({ orderId: visitorOrderId, downloadId: rowIdSchema, note: optionalLine(500) }),
  data: z.null(),
});
