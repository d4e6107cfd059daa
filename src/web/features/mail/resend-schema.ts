import { mailProviderSchema, resendMailSchema } from "#contract/mail/mail.ts";
import { reasonRule } from "./recipient.ts";

/** The resend form's values. */
export function resendFormSchema(ownEmail: string | null) {
  return resendMailSchema
    .omit({ orderId: true })
    .extend({ mailServiceProvider: mailProviderSchema })
    .refine(...reasonRule(ownEmail));
}
