import * as z from "zod";
import { daySchema, instantSchema } from "#contract/date-schemas.ts";
import { documentTypeSchema } from "#contract/documents/documents.ts";
import { mailKindSchema, mailProviderSchema, SUPPRESSION_REASONS } from "#contract/mail/mail.ts";
import { mailStateSchema } from "#contract/mail/mail-state.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { QUESTION_MESSAGES } from "#contract/questions/messages.ts";
import { QUESTION_WANTS } from "#contract/questions/question-limits.ts";
import { answerInConversation, questionSchema } from "#contract/questions/questions.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { formVersion, formWords, requiredLine, requiredText } from "#contract/text-schemas.ts";
import { LANGUAGES, type Language } from "#contract/tracking/visitor-languages.ts";
import { CONVERSATION_MESSAGES } from "./messages.ts";

export const MESSAGE_SUBJECT_MAX = 150;
export const MESSAGE_BODY_MAX = 10_000;
export const MESSAGE_FILES_MAX = 5;
/** Of all attachments together, the order's document included. */
export const MESSAGE_BYTES_MAX = 15 * 1024 * 1024;
export const CONVERSATION_PAGE = 50;

/** What subject and body may hold as `{{name}}`; each value is put in as text and not read again. */
export const MESSAGE_VARIABLES = [
  "customer_name",
  "order_id",
  "arrival_date",
  "flight",
  "track_link",
  "service_name",
  "member_first_name",
] as const;
export type MessageVariable = (typeof MESSAGE_VARIABLES)[number];

/** What `data.confirm` of a refused message may list: subject or body holds the order's passport number. */
export const MESSAGE_CONFIRMS = ["passport_number"] as const;
export type MessageConfirm = (typeof MESSAGE_CONFIRMS)[number];

export const messageLanguageSchema = z.enum(LANGUAGES.map(([code]) => code) as [Language, ...Language[]], {
  error: CONVERSATION_MESSAGES.messageLanguageUnknown,
});

const attachmentSchema = z.object({
  name: z.string(),
  content_type: documentTypeSchema,
  bytes: z.int(),
  sha256: z.string(),
});

/** A mail of the order, of any kind. */
const mailInConversation = z
  .object({
    type: z.literal("mail"),
    id: z.int(),
    at: instantSchema,
    kind: mailKindSchema,
    state: mailStateSchema,
    email: z.string(),
    subject: z.string(),
    /** The member who wrote it, or whose action caused it. */
    sent_by: z.string().nullable(),
    /** As typed, with the variables filled in; null for mails that no person wrote. */
    text: z.string().nullable(),
    /** Of the text or of the frame around it; null for mails that are in English alone. */
    language: messageLanguageSchema.nullable(),
    attachments: z.array(attachmentSchema),
    /** Why it failed, or why it is late. */
    error: z.string().nullable(),
    possible_duplicate: z.boolean(),
    /** What it asks the customer for; null if it asks nothing. */
    question: questionSchema.nullable(),
    /** Until then `cancel-mail` stops it; null once it can't be stopped. */
    cancel_until: instantSchema.nullable(),
  })
  .meta({ id: "ConversationMail" });
export type ConversationMail = z.infer<typeof mailInConversation>;

/** A comment that was marked as a talk by WhatsApp or telephone. */
const talkInConversation = z
  .object({
    type: z.literal("talk"),
    /** The comment's. */
    id: z.int(),
    at: instantSchema,
    via: z.array(z.enum(["whatsapp", "telephone"])).min(1),
    author: z.string(),
    text: z.string(),
  })
  .meta({ id: "ConversationTalk" });

export const conversationEntrySchema = z.discriminatedUnion("type", [
  mailInConversation,
  talkInConversation,
  answerInConversation,
]);
export type ConversationEntry = z.infer<typeof conversationEntrySchema>;

export const conversationSchema = z
  .object({
    order_id: z.int(),
    /** The only address that messages go to; null if the order has none. */
    to: z.string().nullable(),
    /** Why no mail can go there; null if the address is not blocked. */
    blocked: z.enum(SUPPRESSION_REASONS).nullable(),
    /** Where answers arrive; null when the service has no such address. */
    reply_to: z.string().nullable(),
    /** In which mails to the customer are written; null while nobody knows it. */
    language: messageLanguageSchema.nullable(),
    /** Newest last. */
    entries: z.array(conversationEntrySchema),
    /** For the page of older entries; null when there are none. */
    before: z.string().nullable(),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof conversationSchema>;

export const conversation = defineOperation({
  method: "GET",
  path: "/admin/conversation/:orderId",
  summary: "The mails of an order, the customer's answers and the talks that comments report, 50 a page",
  access: "conversation:write",
  shows: "mails",
  params: z.object({ orderId: orderIdSchema }),
  query: z.object({
    /** `before` of the page that was read last. */
    before: z
      .string()
      .regex(/^\d{13}-(answer|mail|talk)-\d{1,10}$/, CONVERSATION_MESSAGES.conversationBefore)
      .meta({ examples: ["1772373909000-mail-1"] })
      .optional(),
  }),
  data: conversationSchema,
});

/** `=?` starts an encoded word (RFC 2047): readers would see another subject, and some gateways rewrite the header. */
export const isPlainSubject = (subject: string) => !subject.includes("=?");

const draft = {
  orderId: orderIdSchema,
  subject: requiredLine(CONVERSATION_MESSAGES.messageSubjectRequired, MESSAGE_SUBJECT_MAX).refine(
    isPlainSubject,
    CONVERSATION_MESSAGES.messageSubjectEncoded,
  ),
  body: requiredText(CONVERSATION_MESSAGES.messageBodyRequired, MESSAGE_BODY_MAX),
  /** Of the frame around the text, English by default. */
  language: messageLanguageSchema.default("en"),
  /** Asks the customer for an answer of this kind on their page; takes the place of the question before, if any. */
  question: z.enum(QUESTION_WANTS, { error: QUESTION_MESSAGES.questionWants }).optional(),
};

export const previewMessageSchema = z.object(draft);

export const previewMessage = defineOperation({
  method: "POST",
  path: "/admin/preview-message",
  summary: "A message as it would be sent; nothing is stored",
  access: "conversation:write",
  shows: "details",
  countsAsUse: false,
  body: previewMessageSchema,
  // The limits apply to the cleaned text, and a character may take six bytes on the wire.
  bodyLimit: 96 * 1024,
  data: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** Variables that this order has no value for: sending is refused. */
    missing: z.array(z.enum(MESSAGE_VARIABLES)),
    /** Names in double braces that are no variables: sending is refused. */
    unknown: z.array(z.string()),
    /** What sending asks to confirm. */
    warnings: z.array(z.enum(MESSAGE_CONFIRMS)),
  }),
});

/** The text fields of the form; up to five files are sent beside them, each as `files`. */
export const sendMessageSchema = z.object({
  ...draft,
  /** Chosen by the client for one message: repeating it with the same content sends nothing and answers the first. */
  clientKey: z
    .string({ error: CONVERSATION_MESSAGES.messageClientKey })
    .regex(/^[A-Za-z0-9_-]{16,64}$/, CONVERSATION_MESSAGES.messageClientKey)
    .meta({ examples: ["0d5b4f0e-7a53-4f0f-9e0e-2f7a1c9d3b61"] }),
  /** The order's current document, as an attachment. */
  attachDocument: z.enum(["Y", "N"], { error: REMARK_MESSAGES.flagInvalid }).default("N"),
  mailServiceProvider: mailProviderSchema.optional(),
  /** Moves the order in the same step; refused like any move. */
  moveTo: z.literal("Awaiting", { error: CONVERSATION_MESSAGES.messageMoveTo }).optional(),
  /** The order's `version` that was read; only with `moveTo`. */
  version: formVersion(CONVERSATION_MESSAGES.messageVersion).optional(),
  /** The language that the customer reads, kept with the order for all later mails; absent leaves it as it is. */
  customerLanguage: messageLanguageSchema.optional(),
  /** The day until which the answer is asked for; only with `question`. */
  answerBy: daySchema.optional(),
  confirm: formWords(MESSAGE_CONFIRMS, CONVERSATION_MESSAGES.messageConfirm).optional(),
});

export const sendMessage = defineOperation({
  method: "POST",
  path: "/admin/send-message",
  summary: "Queue a message to the order's own address; it leaves after a few seconds",
  access: "conversation:write",
  shows: "mails",
  body: sendMessageSchema,
  fileField: "files",
  isFileOptional: true,
  maxFiles: MESSAGE_FILES_MAX,
  data: mailInConversation,
});

export const cancelMail = defineOperation({
  method: "POST",
  path: "/admin/cancel-mail",
  summary: "Stop a message that has not left",
  access: "conversation:write",
  shows: "mails",
  body: z.object({ mailId: rowIdSchema }),
  data: mailInConversation,
});
