import { addRemark } from "#contract/remarks/remarks.ts";
import { unlessRefused } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";

export const remarksApi = api.injectEndpoints({
  endpoints: (build) => ({
    addRemark: build.mutation({ ...callWithBody(addRemark), invalidatesTags: unlessRefused }),
  }),
});

export const { useAddRemarkMutation } = remarksApi;
