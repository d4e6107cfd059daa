import { mailProviderSchema, resendMailSchema } from "#contract/mail.ts";
import { reasonRule } from "./recipient.ts";

/** What the resend form holds; the order id is the screen's. */
export function resendFormSchema(ownEmail: string | null) {
  return resendMailSchema
    .omit({ orderId: true })
    .extend({ mailServiceProvider: mailProviderSchema })
    .refine(...reasonRule(ownEmail));
}
