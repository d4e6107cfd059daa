import * as z from "zod";
import { correctionRequestSchema, submittedSchema } from "#contract/corrections/correction-records.ts";
import { doubtSchema } from "#contract/corrections/plausibility.ts";
import { daySchema, instantSchema, monthSchema } from "#contract/date-schemas.ts";
import { disputeSchema } from "#contract/disputes/disputes.ts";
import { documentSchema } from "#contract/documents/documents.ts";
import { downloadEntrySchema } from "#contract/downloads/downloads.ts";
import { emailChangeSchema } from "#contract/email-changes/email-changes.ts";
import { filingSchema } from "#contract/filings/filings.ts";
import { blockedAddressSchema, mailEntrySchema } from "#contract/mail/mail.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { processingModeSchema } from "#contract/orders/processing-mode.ts";
import { refundPositionSchema } from "#contract/refunds/refund-position.ts";
import { refundSchema } from "#contract/refunds/refunds.ts";
import { remarkSchema } from "#contract/remarks/remarks.ts";
import { timelineEntrySchema, timelineHeadSchema } from "#contract/timeline/timeline.ts";

const text = z.string().nullable();

export const orderDetailsSchema = z
  .object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    previous_status: orderStatusSchema.nullable(),
    next_statuses: z.array(orderStatusSchema),
    version: z.int(),
    /** Grows with every correction; a correction that names an older one is refused. */
    facts_version: z.int(),
    /** The current processing mode: Future until the filing window opens. */
    processing_mode: processingModeSchema,
    /** What was bought; null if it was not recorded. */
    bought_mode: processingModeSchema.nullable(),
    paid: z.boolean(),
    /** When a payment was received after the order was deleted; null once the order has been moved. */
    paid_while_deleted_at: instantSchema.nullable(),
    created_at: instantSchema,
    processing_date: daySchema.nullable(),
    process_month: monthSchema.nullable(),
    refund_date: instantSchema.nullable(),
    /** All refunds, with those that were undone, newest first. */
    refunds: z.array(refundSchema),
    refund_position: refundPositionSchema,
    /** When it should be done; null outside open work. */
    due_at: instantSchema.nullable(),
    flight_number: text,
    arrival_date: daySchema.nullable(),
    nationality: text,
    /** What the customer gave, where it names no country. */
    nationality_given: text,
    /** The country that a misspelt `nationality_given` probably means. */
    nationality_likely: text,
    passport_number: text,
    full_name: text,
    sex: text,
    date_of_birth: daySchema.nullable(),
    email: text,
    place_of_stay: text,
    purpose_of_visit: text,
    travel_mode: text,
    port_of_departure: text,
    port_of_arrival: text,
    phone_code: text,
    telephone_number: text,
    /** Code and number in E.164; null when they form no number that can exist. */
    telephone_e164: text,
    /** What is doubtful about the facts and was neither corrected nor confirmed. */
    doubts: z.array(doubtSchema),
    /** Paid orders of the same passport number that arrive within three days of this one; five at most. */
    duplicates: z.array(z.int()),
    /** The facts as they were submitted; null for an order that was never corrected. */
    submitted: submittedSchema.nullable(),
    /** True when facts were corrected after the current document was stored. */
    document_before_correction: z.boolean(),
    /** Open and decided ones, newest first. */
    correction_requests: z.array(correctionRequestSchema),
    transaction_id: text,
    merchant_name: text,
    gateway_name: text,
    amount: text,
    currency: text,
    /** The open dispute. */
    dispute: disputeSchema.nullable(),
    /** All disputes, open and closed, newest first. */
    disputes: z.array(disputeSchema),
    downloadHistory: z.array(downloadEntrySchema),
    mailHistory: z.array(mailEntrySchema),
    /** The change of its e-mail address that is not settled. */
    email_change: emailChangeSchema.nullable(),
    /** Among the order's own address and those its mails were sent to. */
    blocked_addresses: z.array(blockedAddressSchema),
    uploadDoc: z.array(documentSchema),
    remark: z.array(remarkSchema),
    /** Newest first, with those that were voided. */
    filings: z.array(filingSchema),
    /** The order now says something else than its newest valid filing, in more than its e-mail address. */
    file_again: z.boolean(),
    /** The form's labels of what differs from that filing. */
    changed_since_filing: z.array(z.string()),
    timeline: z.array(timelineEntrySchema),
    /** Null for an order without a timeline. `npm run verify-history` checks a head that was recorded elsewhere. */
    history_head: timelineHeadSchema.nullable(),
  })
  .meta({ id: "OrderDetails" });
export type OrderDetails = z.infer<typeof orderDetailsSchema>;

export const orderDetails = defineOperation({
  method: "GET",
  path: "/admin/get-orders-details/:orderId",
  summary: "All details of an order",
  access: "orders:work",
  shows: "details",
  params: z.object({ orderId: orderIdSchema }),
  data: orderDetailsSchema,
});
