import type * as z from "zod";
import {
  mailContent,
  resendMail,
  type resendMailSchema,
  unblockAddress,
  type unblockAddressSchema,
} from "#contract/mail/mail.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Resend = z.input<typeof resendMailSchema> & { orderId: number };
type Unblock = z.input<typeof unblockAddressSchema> & { orderId: number };

export const { useMailContentQuery, useResendMailMutation, useUnblockAddressMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    mailContent: build.query({ ...callOf(mailContent, (mailId: number) => ({ params: { mailId: String(mailId) } })) }),
    resendMail: build.mutation({
      ...callOf(resendMail, (body: Resend) => ({ body })),
      invalidatesTags: (_answer, error, { orderId }) => (mayStand(error) ? orderTags(orderId) : []),
    }),
    unblockAddress: build.mutation({
      ...callOf(unblockAddress, (body: Unblock) => ({ body })),
      // A refusal may also mean that the screen is out of date.
      invalidatesTags: (_answer, _error, { orderId }) => orderTags(orderId),
    }),
  }),
});
