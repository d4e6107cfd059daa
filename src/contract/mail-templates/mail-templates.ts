import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { MAIL_TEXT_BODY_LIMIT, MAIL_TEXT_KEYS, mailTextDraftSchema } from "#contract/texts/mail-texts.ts";

export const MAIL_TEMPLATES = [
  ...MAIL_TEXT_KEYS,
  "notice",
  "email-confirm",
  "email-asked",
  "email-changed",
  "password-reset",
  "passkeys-only",
  "invitation",
  "own-email",
  "factor-set-up",
  "member-notice",
] as const;

/** A mail that the program can send, filled with sample data. */
export const mailTemplateSchema = z
  .object({
    name: z.enum(MAIL_TEMPLATES),
    title: z.string(),
    /** When it is sent, and to whom. */
    sent_when: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  })
  .meta({ id: "MailTemplate" });
export type MailTemplate = z.infer<typeof mailTemplateSchema>;

export const mailTemplates = defineOperation({
  method: "GET",
  path: "/admin/mail-templates",
  summary: "Every mail that the program can send, with sample data",
  access: "orders:work",
  shows: "nothing",
  data: z.array(mailTemplateSchema),
});

const mailTextPreviewSchema = mailTemplateSchema
  .pick({ subject: true, html: true, text: true })
  .meta({ id: "MailTextPreview" });
export type MailTextPreview = z.infer<typeof mailTextPreviewSchema>;

export const previewMailText = defineOperation({
  method: "POST",
  path: "/admin/preview-mail-text",
  summary: "A mail in words that are being written, with sample data; nothing is stored",
  access: "texts:edit",
  shows: "nothing",
  countsAsUse: false,
  body: mailTextDraftSchema,
  bodyLimit: MAIL_TEXT_BODY_LIMIT,
  data: mailTextPreviewSchema,
});

export const previewMailTextOfOrder = defineOperation({
  method: "POST",
  path: "/admin/preview-mail-text-of-order/:orderId",
  summary: "The same for an order",
  access: "texts:edit",
  shows: "details",
  countsAsUse: false,
  params: z.object({ orderId: orderIdSchema }),
  body: mailTextDraftSchema,
  bodyLimit: MAIL_TEXT_BODY_LIMIT,
  data: mailTextPreviewSchema,
});

export const testMailText = defineOperation({
  method: "POST",
  path: "/admin/test-mail-text",
  summary: "Mail words that are being written to one's own address, with sample data",
  access: "texts:edit",
  shows: "nothing",
  body: mailTextDraftSchema,
  bodyLimit: MAIL_TEXT_BODY_LIMIT,
  data: z.object({ email: z.string() }),
});
