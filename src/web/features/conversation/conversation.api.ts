import {
  type Conversation,
  cancelMail,
  conversation,
  previewMessage,
  sendMessage,
} from "#contract/conversation/conversation.ts";
import { anyAnswer, ofOrder, orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { CallInput } from "#web/platform/api-call.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

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
        providesTags: ofOrder,
      }),
      previewMessage: build.query({ ...callWithBody(previewMessage), keepUnusedDataFor: 0 }),
      // A refusal and a lost answer may also mean that the screen is out of date.
      sendMessage: build.mutation({
        ...callOf(sendMessage, (message: Message) => message),
        invalidatesTags: (_answer, _error, { body }) => orderTags(body.orderId),
      }),
      cancelMail: build.mutation({
        ...callOf(cancelMail, ({ mailId }: Cancelling) => ({ body: { mailId } })),
        invalidatesTags: anyAnswer,
      }),
    }),
  });
