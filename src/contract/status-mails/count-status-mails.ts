import * as z from "zod";
import { countedFirst } from "#contract/counted-list.ts";
import { defineOperation } from "#contract/operation.ts";
import { BULK_BODY, BULK_MAX, ofBulk } from "#contract/orders/bulk.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { STATUS_MAIL_MESSAGES } from "./messages.ts";

/** The changes of many orders that cause status mails. */
export const MAILING_CHANGES = ["filed", "refunded"] as const;
export type MailingChange = (typeof MAILING_CHANGES)[number];

export const countStatusMails = defineOperation({
  method: "POST",
  path: "/admin/count-status-mails",
  summary:
    "How many of these orders' customers would get a mail: moved to Awaiting Govt (filed), or recorded as refunded",
  access: "orders:work",
  shows: "nothing",
  body: z.object({
    orderIds: countedFirst(
      orderIdSchema,
      z.array(orderIdSchema, { error: ofBulk.none }).meta({ minItems: 1, maxItems: BULK_MAX }),
      ofBulk,
    ),
    change: z.enum(MAILING_CHANGES, { error: STATUS_MAIL_MESSAGES.changeUnknown }),
  }),
  bodyLimit: BULK_BODY,
  data: z.object({ count: z.int() }),
});
