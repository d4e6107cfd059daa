import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";

export const MAIL_TEMPLATES = [
  "document",
  "notice",
  "email-confirm",
  "email-asked",
  "email-changed",
  "password-reset",
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
