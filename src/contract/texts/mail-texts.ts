import * as z from "zod";
import {
  isPlainSubject,
  MESSAGE_BODY_MAX,
  MESSAGE_SUBJECT_MAX,
  type MessageVariable,
  messageLanguageSchema,
} from "#contract/conversation/conversation.ts";
import { fillVariables, NO_VALUES } from "#contract/conversation/message-variables.ts";
import { CONVERSATION_MESSAGES, variablesMessage } from "#contract/conversation/messages.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { requiredLine, requiredText } from "#contract/text-schemas.ts";
import { TEXT_MESSAGES } from "./messages.ts";

/** Mails that tell a customer what has happened to the order; each is off until it is switched on. */
export const STATUS_MAIL_KEYS = ["received", "filing-opens", "sent-to-authority", "refunded"] as const;
export type StatusMailKey = (typeof STATUS_MAIL_KEYS)[number];
/** The mails whose words the office may change. */
export const MAIL_TEXT_KEYS = ["document", ...STATUS_MAIL_KEYS] as const;
export type MailTextKey = (typeof MAIL_TEXT_KEYS)[number];
export const MAIL_TEXT_NAMES: Record<MailTextKey, string> = {
  document: "The document",
  received: "Order received",
  "filing-opens": "Filing has opened",
  "sent-to-authority": "Sent to the authority",
  refunded: "Refunded",
};
export const isStatusMailKey = (key: string): key is StatusMailKey =>
  (STATUS_MAIL_KEYS as readonly string[]).includes(key);
export const isMailTextKey = (key: string): key is MailTextKey => Object.hasOwn(MAIL_TEXT_NAMES, key);
/** The key itself for a text of another version of the program. */
export const mailTextName = (key: string): string => (isMailTextKey(key) ? MAIL_TEXT_NAMES[key] : key);
const mailTextKeySchema = z.enum(MAIL_TEXT_KEYS, { error: TEXT_MESSAGES.mailTextUnknown });

/** What such a text may hold: only what every order has, so that no mail waits for a value. */
export const MAIL_TEXT_VARIABLES = [
  "customer_name",
  "order_id",
  "service_name",
  "track_link",
] as const satisfies readonly MessageVariable[];
export type MailTextVariable = (typeof MAIL_TEXT_VARIABLES)[number];
/** Customers and members find the mail by it. */
const REQUIRED_IN_SUBJECT = "order_id" satisfies MailTextVariable;

const identity = { key: mailTextKeySchema, language: messageLanguageSchema };

export const mailTextSchema = z
  .object({
    ...identity,
    /** Of the row that counts; 0 when the office never saved one. */
    version: z.int(),
    subject: z.string(),
    body: z.string(),
    /** The text that comes with the program, which changes with it. */
    is_built_in: z.boolean(),
    /** Null for version 0. */
    saved: z.object({ by: z.string(), at: instantSchema }).nullable(),
  })
  .meta({ id: "MailText" });
export type MailText = z.infer<typeof mailTextSchema>;

export const mailTexts = defineOperation({
  method: "GET",
  path: "/admin/mail-texts",
  summary: "The texts of the mails that the office may change, in every language",
  access: "texts:edit",
  shows: "nothing",
  data: z.array(mailTextSchema),
});

export const mailTextVersions = defineOperation({
  method: "GET",
  path: "/admin/mail-text-versions",
  summary: "Every version of a mail's text, newest first",
  access: "texts:edit",
  shows: "nothing",
  query: z.object(identity),
  data: z.array(mailTextSchema),
});

const draft = {
  ...identity,
  subject: requiredLine(TEXT_MESSAGES.mailSubjectRequired, MESSAGE_SUBJECT_MAX, [
    "Your card is ready (order {{order_id}})",
  ]).refine(isPlainSubject, CONVERSATION_MESSAGES.messageSubjectEncoded),
  body: requiredText(TEXT_MESSAGES.replyBodyRequired, MESSAGE_BODY_MAX),
};

/** Refuses, at its field, a variable that can't be filled in and the lack of the one that must be there. */
function checkVariables(text: { subject: string; body: string }, context: z.RefinementCtx): void {
  for (const path of ["subject", "body"] as const) {
    const { unknown, missing } = fillVariables(text[path], NO_VALUES);
    const refused = [...unknown, ...missing.filter((name) => !isMailTextVariable(name))];
    const lacks = path === "subject" && !missing.includes(REQUIRED_IN_SUBJECT);
    if (refused.length > 0) {
      context.addIssue({ code: "custom", path: [path], message: variablesMessage({ unknown: refused, missing: [] }) });
    } else if (lacks && text.subject !== "") {
      context.addIssue({ code: "custom", path: [path], message: TEXT_MESSAGES.mailSubjectOrder });
    }
  }
}

export function isMailTextVariable(name: string): name is MailTextVariable {
  return (MAIL_TEXT_VARIABLES as readonly string[]).includes(name);
}

/** A text that may not be saved yet. */
export const mailTextDraftSchema = z.object(draft).superRefine(checkVariables);
export type MailTextDraft = z.output<typeof mailTextDraftSchema>;

export const saveMailTextSchema = z
  .object({
    ...draft,
    /** The version that was read. */
    version: z.int({ error: TEXT_MESSAGES.replyVersion }).min(0, TEXT_MESSAGES.replyVersion),
    /** Go back to the text that comes with the program; subject and body are then not used. */
    builtIn: z.boolean({ error: TEXT_MESSAGES.mailBuiltIn }).default(false),
  })
  .superRefine(checkVariables);
export type SaveMailText = z.output<typeof saveMailTextSchema>;

// The limits apply to the cleaned text, and a character may take six bytes on the wire.
export const MAIL_TEXT_BODY_LIMIT = 96 * 1024;

export const saveMailText = defineOperation({
  method: "POST",
  path: "/admin/save-mail-text",
  summary: "Publish a text of a mail: the next mail is written with it; every version is kept",
  access: "texts:edit",
  shows: "nothing",
  body: saveMailTextSchema,
  bodyLimit: MAIL_TEXT_BODY_LIMIT,
  data: mailTextSchema,
});
