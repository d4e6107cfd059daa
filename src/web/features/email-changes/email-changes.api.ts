import { changeOrderEmail, resolveEmailChange } from "#contract/email-changes/email-changes.ts";
import { anyAnswer } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useChangeOrderEmailMutation, useResolveEmailChangeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    changeOrderEmail: build.mutation({ ...callWithBody(changeOrderEmail), invalidatesTags: anyAnswer }),
    resolveEmailChange: build.mutation({ ...callWithBody(resolveEmailChange), invalidatesTags: anyAnswer }),
  }),
});
