import { defencePackDetails } from "#contract/packs/packs.ts";
import { ofOrder } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useDefencePackDetailsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    defencePackDetails: build.query({
      ...callOf(defencePackDetails, (orderId: number) => ({ body: { orderId } })),
      // Any change of the order may change the findings.
      providesTags: ofOrder,
    }),
  }),
});
