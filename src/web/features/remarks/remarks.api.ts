import type * as z from "zod";
import { addRemark, type addRemarkSchema } from "#contract/remarks/remarks.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

type NewRemark = z.input<typeof addRemarkSchema> & { orderId: number };

export const remarksApi = api.injectEndpoints({
  endpoints: (build) => ({
    addRemark: build.mutation({
      ...callOf(addRemark, (body: NewRemark) => ({ body })),
      invalidatesTags: (_answer, error, { orderId }) => (mayStand(error) ? orderTags(orderId) : []),
    }),
  }),
});

export const { useAddRemarkMutation } = remarksApi;
