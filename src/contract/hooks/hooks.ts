import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";

/** What Amazon SNS posts. The signature covers everything but `Signature` and `SigningCertURL`. */
export const snsMessageSchema = z
  .object({
    Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
    MessageId: z.string().min(1).max(200),
    TopicArn: z.string(),
    Subject: z.string().optional(),
    /** JSON for a notification of SES. */
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
  summary: "Receive Amazon SES mail reports, signed by Amazon SNS",
  access: "public",
  rawBody: ["text/plain", "application/json"],
  body: snsMessageSchema,
  // SNS sends at most 256 kB, which may double when escaped inside JSON.
  bodyLimit: 520 * 1024,
  data: z.null(),
});

/** One event of the SendGrid event webhook, with the fields we read; others are ignored. */
export const sendgridEventSchema = z
  .object({
    event: z.string(),
    sg_event_id: z.string().min(1).max(200),
    sg_message_id: z.string().optional(),
    email: z.string().optional(),
    /** Seconds since 1970. */
    timestamp: z.number(),
    /** Of a bounce: `bounce` is permanent, anything else temporary. */
    type: z.string().nullish(),
    reason: z.string().nullish(),
    response: z.string().nullish(),
    /** Our own values, sent with the mail. */
    mail_id: z.union([z.string(), z.int()]).optional(),
    attempt_id: z.string().optional(),
  })
  .meta({ id: "SendgridEvent" });

export const sendgridHook = defineOperation({
  method: "POST",
  path: "/hooks/sendgrid",
  summary: "Receive SendGrid mail reports from its signed event webhook",
  access: "public",
  rawBody: ["application/json"],
  body: z.array(sendgridEventSchema),
  // SendGrid sends at most 768 kB.
  bodyLimit: 1024 * 1024,
  data: z.null(),
});
