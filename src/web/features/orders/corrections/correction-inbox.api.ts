import type * as z from "zod";
import { correctionInbox, seeCorrectionDecisions } from "#contract/corrections/correction-inbox.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

const correctionInboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A decision changes the order's details.
    correctionInbox: build.query({ ...callOf(correctionInbox), providesTags: ["OrderDetails", "CorrectionInbox"] }),
    seeDecisions: build.mutation({
      ...callOf(seeCorrectionDecisions, (body: z.input<typeof seeCorrectionDecisions.body>) => ({ body })),
      invalidatesTags: ["CorrectionInbox"],
      // Gone at once: the inbox is read again only when no other call is under way.
      async onQueryStarted({ requestIds }, { dispatch, queryFulfilled }) {
        const seen = dispatch(
          correctionInboxApi.util.updateQueryData("correctionInbox", undefined, ({ data }) => {
            data.decided = data.decided.filter(({ id }) => !requestIds.includes(id));
          }),
        );
        await queryFulfilled.catch(seen.undo);
      },
    }),
  }),
});

export const { useCorrectionInboxQuery, useSeeDecisionsMutation } = correctionInboxApi;
