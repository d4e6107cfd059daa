import * as z from "zod";
import { defineOperation } from "./operation.ts";

/** What Amazon SNS posts. Everything but `Signature` and `SigningCertURL` stands under the signature. */
export const snsMessageSchema = z
  .object({
    Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
    MessageId: z.string().min(1).max(200),
    TopicArn: z.string(),
    Subject: z.string().optional(),
    /** For a notification of SES: JSON. */
    Message: z.string(),
    Timestamp: z.iso.datetime(),
    SignatureVersion: z.enum(["1", "2"]),
    Signature: z.string(),
    SigningCertURL: z.string(),
    Token: z.string().optional(),
    SubscribeURL: z.string().optional(),
  })
  .meta({ id: "SnsMessage" });
export type SnsMessage = z.infer<typeof snsMessageSchema>;

export const sesHook = defineOperation({
  method: "POST",
  path: "/hooks/ses",
  summary: "What Amazon SES reports of mails, signed by Amazon SNS",
  access: "public",
  rawBody: ["text/plain", "application/json"],
  body: snsMessageSchema,
  data: z.null(),
});

/** One event of the SendGrid event webhook, as far as it is read; further fields are of no effect. */
export const sendgridEventSchema = z
  .object({
    event: z.string(),
    sg_event_id: z.string().min(1).max(200),
    sg_message_id: z.string().optional(),
    email: z.string().optional(),
    /** Seconds since 1970. */
    timestamp: z.number(),
    /** Of a bounce: `bounce` for good, anything else for now. */
    type: z.string().nullish(),
    reason: z.string().nullish(),
    response: z.string().nullish(),
    /** Ours, given with the mail. */
    mail_id: z.union([z.string(), z.int()]).optional(),
    attempt_id: z.string().optional(),
  })
  .meta({ id: "SendgridEvent" });

export const sendgridHook = defineOperation({
  method: "POST",
  path: "/hooks/sendgrid",
  summary: "What SendGrid reports of mails, signed by its event webhook",
  access: "public",
  rawBody: ["application/json"],
  body: z.array(sendgridEventSchema),
  data: z.null(),
});
