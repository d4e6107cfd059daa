import { correctionInbox, seeCorrectionDecisions } from "#contract/corrections/correction-inbox.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody, type SuccessOf } from "#web/platform/operation-endpoint.ts";

/** Decisions that the member has looked at on this page: an inbox read before the server knew brings them once more. */
const seenHere = new Set<number | string>();

const correctionInboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A decision changes the order's details.
    correctionInbox: build.query({
      ...callOf(correctionInbox),
      transformResponse: ({ data, ...envelope }: SuccessOf<typeof correctionInbox>) => ({
        ...envelope,
        data: { ...data, decided: data.decided.filter(({ id }) => !seenHere.has(id)) },
      }),
      providesTags: ["OrderDetails", "CorrectionInbox"],
    }),
    seeDecisions: build.mutation({
      ...callWithBody(seeCorrectionDecisions),
      invalidatesTags: ["CorrectionInbox"],
      // Gone at once: the inbox is read again only when no other call is under way.
      async onQueryStarted({ requestIds }, { dispatch, queryFulfilled }) {
        for (const id of requestIds) seenHere.add(id);
        const seen = dispatch(
          correctionInboxApi.util.updateQueryData("correctionInbox", undefined, ({ data }) => {
            data.decided = data.decided.filter(({ id }) => !requestIds.includes(id));
          }),
        );
        await queryFulfilled.catch(() => {
          for (const id of requestIds) seenHere.delete(id);
          seen.undo();
        });
      },
    }),
  }),
});

export const { useCorrectionInboxQuery, useSeeDecisionsMutation } = correctionInboxApi;
