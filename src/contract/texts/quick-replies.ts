import * as z from "zod";
import { isPlainSubject, MESSAGE_SUBJECT_MAX, messageLanguageSchema } from "#contract/conversation/conversation.ts";
import { fillVariables, NO_VALUES } from "#contract/conversation/message-variables.ts";
import { CONVERSATION_MESSAGES, variablesMessage } from "#contract/conversation/messages.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { REMARK_MAX } from "#contract/remarks/remarks.ts";
import { roleSchema } from "#contract/roles.ts";
import { optionalLine, requiredLine, requiredText } from "#contract/text-schemas.ts";
import { TEXT_MESSAGES } from "./messages.ts";

export const REPLY_NAME_MAX = 60;
/** Of the whole office, those in other languages counted too. */
export const QUICK_REPLIES_MAX = 200;

const replyKeySchema = z
  .string({ error: TEXT_MESSAGES.replyKey })
  .regex(/^[A-Za-z0-9_-]{4,40}$/, TEXT_MESSAGES.replyKey)
  .meta({ examples: ["photo-page"] });

/** A ready text for comments and messages; `key` and `language` name it. */
export const quickReplySchema = z
  .object({
    key: z.string(),
    language: messageLanguageSchema,
    /** 0 for a text that came with the program. */
    version: z.int(),
    name: z.string(),
    /** Of a message; null leaves the subject as it is. */
    subject: z.string().nullable(),
    /** May hold the variables of messages. */
    body: z.string(),
    /** Who is offered it; null for everyone. */
    roles: z.array(roleSchema).nullable(),
    is_removed: z.boolean(),
    /** Null for a text that came with the program. */
    saved: z.object({ by: z.string(), at: instantSchema }).nullable(),
  })
  .meta({ id: "QuickReply" });
export type QuickReply = z.infer<typeof quickReplySchema>;

export const quickReplies = defineOperation({
  method: "GET",
  path: "/admin/quick-replies",
  summary: "The quick replies for one's role; for those who may change them all, removed ones too",
  access: "conversation:write",
  shows: "nothing",
  data: z.array(quickReplySchema),
});

export const quickReplyVersions = defineOperation({
  method: "GET",
  path: "/admin/quick-reply-versions",
  summary: "Every version of a quick reply, newest first",
  access: "texts:edit",
  shows: "nothing",
  query: z.object({ key: replyKeySchema, language: messageLanguageSchema }),
  data: z.array(quickReplySchema),
});

export const saveQuickReplySchema = z
  .object({
    /** Chosen by the client for a new one, so that a repeated call adds nothing. */
    key: replyKeySchema,
    language: messageLanguageSchema,
    /** The version that was read; 0 for a new one and for one that came with the program. */
    version: z.int({ error: TEXT_MESSAGES.replyVersion }).min(0, TEXT_MESSAGES.replyVersion),
    name: requiredLine(TEXT_MESSAGES.replyNameRequired, REPLY_NAME_MAX),
    subject: optionalLine(MESSAGE_SUBJECT_MAX).refine(
      (subject) => subject === null || isPlainSubject(subject),
      CONVERSATION_MESSAGES.messageSubjectEncoded,
    ),
    body: requiredText(TEXT_MESSAGES.replyBodyRequired, REMARK_MAX),
    /** Null, absent or no role is everyone. */
    roles: z
      .array(roleSchema, { error: TEXT_MESSAGES.replyRoles })
      .max(20, "At most 20 roles.")
      .nullish()
      .transform((roles) => (roles == null || roles.length === 0 ? null : [...new Set(roles)])),
    removed: z.boolean({ error: TEXT_MESSAGES.replyRemoved }).default(false),
  })
  .superRefine(({ subject, body }, context) => {
    for (const [path, text] of Object.entries({ subject: subject ?? "", body })) {
      const { unknown } = fillVariables(text, NO_VALUES);
      const message = variablesMessage({ unknown, missing: [] });
      if (unknown.length > 0) context.addIssue({ code: "custom", message, path: [path] });
    }
  });
export type SaveQuickReply = z.output<typeof saveQuickReplySchema>;

export const saveQuickReply = defineOperation({
  method: "POST",
  path: "/admin/save-quick-reply",
  summary: "Add a quick reply, change it, remove it or put it back; every version is kept",
  access: "texts:edit",
  shows: "nothing",
  body: saveQuickReplySchema,
  // The limits apply to the cleaned text, and a character may take six bytes on the wire.
  bodyLimit: 96 * 1024,
  data: quickReplySchema,
});
