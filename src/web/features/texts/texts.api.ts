import { quickReplies, quickReplyVersions, saveQuickReply } from "#contract/texts/quick-replies.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody, callWithQuery } from "#web/platform/operation-endpoint.ts";

export const { useQuickRepliesQuery, useQuickReplyVersionsQuery, useSaveQuickReplyMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    quickReplies: build.query({ ...callOf(quickReplies), providesTags: ["QuickReply"], keepUnusedDataFor: 3600 }),
    quickReplyVersions: build.query({ ...callWithQuery(quickReplyVersions), providesTags: ["QuickReply"] }),
    // A refusal and a lost answer may also mean that the screen is out of date.
    saveQuickReply: build.mutation({ ...callWithBody(saveQuickReply), invalidatesTags: ["QuickReply"] }),
  }),
});
