import { mailContent, resendMail, unblockAddress } from "#contract/mail/mail.ts";
import { anyAnswer, unlessRefused } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useMailContentQuery, useResendMailMutation, useUnblockAddressMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    mailContent: build.query({ ...callOf(mailContent, (mailId: number) => ({ params: { mailId: String(mailId) } })) }),
    resendMail: build.mutation({ ...callWithBody(resendMail), invalidatesTags: unlessRefused }),
    unblockAddress: build.mutation({ ...callWithBody(unblockAddress), invalidatesTags: anyAnswer }),
  }),
});
