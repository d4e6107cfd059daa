import * as z from "zod";
import { instantSchema } from "./dates.ts";
import { MAIL_PROVIDERS } from "./mail-providers.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { orderIdSchema } from "./order-id.ts";
import { rowIdTextSchema } from "./row-id.ts";
import { emailText, optionalLine, requiredLine } from "./text.ts";

export const mailProviderSchema = z.enum(MAIL_PROVIDERS, { error: MESSAGES.mailProviderUnknown });

export const MAIL_TRANSPORTS = ["ses", "sendgrid", "smtp", "file"] as const;
export const mailTransportSchema = z.enum(MAIL_TRANSPORTS);
export type MailTransportName = (typeof MAIL_TRANSPORTS)[number];

export const MAIL_STATES = [
  "queued",
  "sending",
  "written",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "failed",
  "unknown",
] as const;
export const mailStateSchema = z.enum(MAIL_STATES);
export type MailState = (typeof MAIL_STATES)[number];

/** What providers report of a mail after they accepted it, in our words. */
export const MAIL_EVENT_TYPES = ["accepted", "deferred", "delivered", "bounced", "complained", "rejected"] as const;
export type MailEventType = (typeof MAIL_EVENT_TYPES)[number];

/** Why nothing more is mailed to an address. */
export const SUPPRESSION_REASONS = ["bounced", "complained"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What is said of a blocked address, by why it is. */
export const BLOCK_MESSAGES: Record<SuppressionReason, string> = {
  bounced: MESSAGES.addressBounced,
  complained: MESSAGES.addressComplained,
};

/** An address of an order that nothing more is mailed to, in lower case. */
export const blockedAddressSchema = z
  .object({ email: z.string(), reason: z.enum(SUPPRESSION_REASONS), since: instantSchema })
  .meta({ id: "BlockedAddress" });
export type BlockedAddress = z.infer<typeof blockedAddressSchema>;

/** `document` carries the card; `notice` tells the order's own address that it went elsewhere (decision 11). */
export const MAIL_KINDS = ["document", "notice"] as const;
export const mailKindSchema = z.enum(MAIL_KINDS);
export type MailKind = (typeof MAIL_KINDS)[number];

/** One report of a provider on a mail, as it came: `at` is the provider's clock, `detail` the provider's words. */
export const mailReportSchema = z
  .object({
    id: z.int(),
    type: z.enum(MAIL_EVENT_TYPES),
    at: instantSchema,
    /** A bounce that will not pass by itself. */
    is_permanent: z.boolean(),
    /** About a try before the one whose state the mail shows. */
    is_earlier_try: z.boolean(),
    detail: z.string().nullable(),
  })
  .meta({ id: "MailReport" });
export type MailReport = z.infer<typeof mailReportSchema>;

export const mailEntrySchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    create_ts: instantSchema,
    email: z.string(),
    subject: z.string(),
    kind: mailKindSchema,
    state: mailStateSchema,
    mail_service_provider: mailProviderSchema,
    transport: mailTransportSchema.nullable(),
    message_id: z.string().nullable(),
    possible_duplicate: z.boolean(),
    error: z.string().nullable(),
    customer_name: z.string(),
    uploadDoc: z.object({ id: z.int(), file1: z.string() }).nullable(),
    /** In the order in which they came. */
    reports: z.array(mailReportSchema),
  })
  .meta({ id: "MailEntry" });
export type MailEntry = z.infer<typeof mailEntrySchema>;

export const resendMailSchema = z.object({
  orderId: orderIdSchema,
  email: emailText(MESSAGES.uploadEmailRequired),
  mailServiceProvider: mailProviderSchema.optional(),
  reason: optionalLine(500),
});

export const resendMail = defineOperation({
  method: "POST",
  path: "/admin/resend-mail",
  summary: "Mail the current document again",
  access: "orders:work",
  body: resendMailSchema,
  data: mailEntrySchema,
});

export const unblockAddressSchema = z.object({
  orderId: orderIdSchema,
  email: emailText(MESSAGES.uploadEmailRequired),
  reason: requiredLine(MESSAGES.unblockReasonRequired, 500),
});

export const unblockAddress = defineOperation({
  method: "POST",
  path: "/admin/unblock-address",
  summary: "Let mails leave to a blocked address of an order again",
  access: "mail:unblock",
  body: unblockAddressSchema,
  data: z.object({ email: z.string() }),
});

export const mailContentSchema = z
  .object({ subject: z.string(), html: z.string(), text: z.string(), from: z.string(), to: z.string() })
  .meta({ id: "MailContent" });
export type MailContent = z.infer<typeof mailContentSchema>;

export const mailContent = defineOperation({
  method: "GET",
  path: "/admin/mail-content/:mailId",
  summary: "Exactly what a mail said",
  access: "orders:work",
  params: z.object({ mailId: rowIdTextSchema }),
  data: mailContentSchema,
});
