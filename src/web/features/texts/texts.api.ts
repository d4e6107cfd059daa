import type * as z from "zod";
import {
  quickReplies,
  quickReplyVersions,
  saveQuickReply,
  type saveQuickReplySchema,
} from "#contract/texts/quick-replies.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useQuickRepliesQuery, useQuickReplyVersionsQuery, useSaveQuickReplyMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    quickReplies: build.query({ ...callOf(quickReplies), providesTags: ["QuickReply"], keepUnusedDataFor: 3600 }),
    quickReplyVersions: build.query({
      ...callOf(quickReplyVersions, (query: z.input<typeof quickReplyVersions.query>) => ({ query })),
      providesTags: ["QuickReply"],
    }),
    // A refusal and a lost answer may also mean that the screen is out of date.
    saveQuickReply: build.mutation({
      ...callOf(saveQuickReply, (body: z.input<typeof saveQuickReplySchema>) => ({ body })),
      invalidatesTags: ["QuickReply"],
    }),
  }),
});
