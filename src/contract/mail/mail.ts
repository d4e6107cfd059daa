import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { emailText, optionalLine, requiredLine } from "#contract/text-schemas.ts";
import { MAIL_PROVIDERS } from "./mail-providers.ts";
import { mailStateSchema } from "./mail-state.ts";
import { MAIL_MESSAGES } from "./messages.ts";

export const mailProviderSchema = z.enum(MAIL_PROVIDERS, { error: MAIL_MESSAGES.mailProviderUnknown });

export const MAIL_TRANSPORTS = ["ses", "sendgrid", "smtp", "file"] as const;
export const mailTransportSchema = z.enum(MAIL_TRANSPORTS);
export type MailTransportName = (typeof MAIL_TRANSPORTS)[number];
/** As staff and banks read them. */
export const MAIL_TRANSPORT_LABELS: Record<MailTransportName, string> = {
  ses: "Amazon SES",
  sendgrid: "SendGrid",
  smtp: "SMTP server",
  file: "File",
};

/** What providers report about a mail after accepting it, in our terms. */
export const MAIL_EVENT_TYPES = ["accepted", "deferred", "delivered", "bounced", "complained", "rejected"] as const;
export type MailEventType = (typeof MAIL_EVENT_TYPES)[number];

/** Why an address is blocked. */
export const SUPPRESSION_REASONS = ["bounced", "complained"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The text shown for a blocked address, by reason. */
export const BLOCK_MESSAGES: Record<SuppressionReason, string> = {
  bounced: MAIL_MESSAGES.addressBounced,
  complained: MAIL_MESSAGES.addressComplained,
};

/** A blocked address of an order, in lower case. */
export const blockedAddressSchema = z
  .object({ email: z.string(), reason: z.enum(SUPPRESSION_REASONS), since: instantSchema })
  .meta({ id: "BlockedAddress" });
export type BlockedAddress = z.infer<typeof blockedAddressSchema>;

/**
 * `document` carries the card; `notice` tells the order's own address that it went elsewhere (decision record 0022). Three
 * belong to a change of that address: the new one confirms it, the old one is notified, both are notified of the
 * outcome. A member wrote a `message`. A `status` mail tells what happened to the order (decision record 0104). The
 * labels are each kind in a sentence.
 */
export const MAIL_KIND_LABELS = {
  document: "a document mail",
  notice: "a notice mail",
  "email-confirm": "a mail with the link that confirms a new email",
  "email-asked": "a mail about a requested change of the email",
  "email-changed": "a mail about the changed email",
  message: "a message",
  status: "a status mail",
} as const;
export type MailKind = keyof typeof MAIL_KIND_LABELS;
export const MAIL_KINDS = Object.keys(MAIL_KIND_LABELS) as [MailKind, ...MailKind[]];
export const mailKindSchema = z.enum(MAIL_KINDS);

/** One provider report on a mail: `at` is the provider's clock, `detail` the provider's text. */
export const mailReportSchema = z
  .object({
    id: z.int(),
    type: z.enum(MAIL_EVENT_TYPES),
    at: instantSchema,
    /** A permanent bounce. */
    is_permanent: z.boolean(),
    /** About an attempt before the one whose state the mail shows. */
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
    /** In order of arrival. */
    reports: z.array(mailReportSchema),
  })
  .meta({ id: "MailEntry" });
export type MailEntry = z.infer<typeof mailEntrySchema>;

export const resendMailSchema = z.object({
  orderId: orderIdSchema,
  email: emailText(DOCUMENT_MESSAGES.uploadEmailRequired),
  mailServiceProvider: mailProviderSchema.optional(),
  reason: optionalLine(500),
});

export const resendMail = defineOperation({
  method: "POST",
  path: "/admin/resend-mail",
  summary: "Mail the current document again",
  access: "orders:work",
  shows: "mails",
  body: resendMailSchema,
  data: mailEntrySchema,
});

export const unblockAddressSchema = z.object({
  orderId: orderIdSchema,
  email: emailText(DOCUMENT_MESSAGES.uploadEmailRequired),
  reason: requiredLine(MAIL_MESSAGES.unblockReasonRequired, 500),
});

export const unblockAddress = defineOperation({
  method: "POST",
  path: "/admin/unblock-address",
  summary: "Lift the block of an order's e-mail address",
  access: "mail:unblock",
  shows: "nothing",
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
  summary: "The exact content of a mail",
  access: "orders:work",
  shows: "mails",
  params: z.object({ mailId: rowIdSchema }),
  data: mailContentSchema,
});
