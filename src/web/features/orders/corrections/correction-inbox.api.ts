import type * as z from "zod";
import { correctionInbox, seeCorrectionDecisions } from "#contract/corrections/correction-inbox.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useCorrectionInboxQuery, useSeeDecisionsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    // A decision changes the order's details.
    correctionInbox: build.query({ ...callOf(correctionInbox), providesTags: ["OrderDetails", "CorrectionInbox"] }),
    seeDecisions: build.mutation({
      ...callOf(seeCorrectionDecisions, (body: z.input<typeof seeCorrectionDecisions.body>) => ({ body })),
      invalidatesTags: ["CorrectionInbox"],
    }),
  }),
});
