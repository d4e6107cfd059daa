import type * as z from "zod";
import { mailContent, resendMail, type resendMailSchema } from "#contract/mail.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Resend = z.input<typeof resendMailSchema> & { orderId: number };

export const { useMailContentQuery, useResendMailMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    mailContent: build.query({ ...callOf(mailContent, (mailId: number) => ({ params: { mailId: String(mailId) } })) }),
    resendMail: build.mutation({
      ...callOf(resendMail, (body: Resend) => ({ body })),
      invalidatesTags: (_answer, error, { orderId }) => (error === undefined ? orderTags(orderId) : []),
    }),
  }),
});
