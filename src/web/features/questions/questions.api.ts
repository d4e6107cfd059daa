import { closeQuestion } from "#contract/questions/questions.ts";
import { anyAnswer } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Closing = { questionId: number; orderId: number };

export const { useCloseQuestionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    closeQuestion: build.mutation({
      ...callOf(closeQuestion, ({ questionId }: Closing) => ({ body: { questionId } })),
      invalidatesTags: anyAnswer,
    }),
  }),
});
