import { checkDocument, uploadDocument } from "#contract/documents/documents.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import type { CallInput } from "#web/platform/api-call.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type Check = CallInput<typeof checkDocument>;
type Upload = CallInput<typeof uploadDocument> & { body: { orderId: number } };

export const { useUploadDocumentMutation, useCheckDocumentMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    uploadDocument: build.mutation({
      ...callOf(uploadDocument, (upload: Upload) => upload),
      invalidatesTags: (_answer, error, { body }) => (mayStand(error) ? orderTags(body.orderId) : []),
    }),
    checkDocument: build.mutation(callOf(checkDocument, (check: Check) => check)),
  }),
});
