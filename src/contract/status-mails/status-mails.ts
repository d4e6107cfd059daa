import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { STATUS_MAIL_KEYS } from "#contract/texts/mail-texts.ts";
import { TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { STATUS_MAIL_MESSAGES } from "./messages.ts";

/** How many of the mails that a bulk action causes leave in a minute. */
export const BULK_PER_MINUTE = 60;
/** Counted days of a mail's figures. */
export const COUNTED_DAYS = 30;

const keySchema = z.enum(STATUS_MAIL_KEYS, { error: TEXT_MESSAGES.mailTextUnknown });

export const statusMailSchema = z
  .object({
    key: keySchema,
    /** When it was switched on; null while it is off. */
    since: instantSchema.nullable(),
    /** In the last 30 days. */
    sent: z.int(),
    bounced: z.int(),
    /** Caused and not yet due, or waiting for their turn. */
    waiting: z.int(),
  })
  .meta({ id: "StatusMail" });
export type StatusMail = z.infer<typeof statusMailSchema>;

export const statusMails = defineOperation({
  method: "GET",
  path: "/admin/status-mails",
  summary: "The mails about the state of an order: which are switched on, and how many were sent",
  access: "texts:edit",
  shows: "nothing",
  data: z.array(statusMailSchema),
});

export const switchStatusMail = defineOperation({
  method: "POST",
  path: "/admin/switch-status-mail",
  summary: "Switch a status mail on, for what happens from now on, or off",
  access: "texts:edit",
  shows: "nothing",
  body: z.object({ key: keySchema, isOn: z.boolean({ error: STATUS_MAIL_MESSAGES.isOn }) }),
  data: statusMailSchema,
});
