import type * as z from "zod";
import {
  type Conversation,
  cancelMail,
  conversation,
  previewMessage,
  type previewMessageSchema,
  sendMessage,
} from "#contract/conversation/conversation.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { CallInput } from "#web/platform/api-call.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Page = { status: 1; message: string; data: Conversation };
/** `before` of the page read last; undefined for the newest. */
type Before = string | undefined;
type Message = CallInput<typeof sendMessage> & { body: { orderId: number } };
type Cancelling = { mailId: number; orderId: number };

export const { useConversationInfiniteQuery, usePreviewMessageQuery, useSendMessageMutation, useCancelMailMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      conversation: build.infiniteQuery<Page, number, Before>({
        ...callOf(conversation, ({ queryArg, pageParam }: { queryArg: number; pageParam: Before }) => ({
          params: { orderId: queryArg },
          query: pageParam === undefined ? {} : { before: pageParam },
        })),
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: ({ data }) => data.before ?? undefined,
        },
        providesTags: (_answer, _error, orderId) => [{ type: "OrderDetails", id: orderId }],
      }),
      previewMessage: build.query({
        ...callOf(previewMessage, (body: z.input<typeof previewMessageSchema>) => ({ body })),
        keepUnusedDataFor: 0,
      }),
      // A refusal and a lost answer may also mean that the screen is out of date.
      sendMessage: build.mutation({
        ...callOf(sendMessage, (message: Message) => message),
        invalidatesTags: (_answer, _error, { body }) => orderTags(body.orderId),
      }),
      cancelMail: build.mutation({
        ...callOf(cancelMail, ({ mailId }: Cancelling) => ({ body: { mailId } })),
        invalidatesTags: (_answer, _error, { orderId }) => orderTags(orderId),
      }),
    }),
  });
