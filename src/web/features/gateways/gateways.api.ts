import { activateGateway, listGateways } from "#contract/gateways/gateways.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useGatewaysQuery, useActivateGatewayMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    gateways: build.query({ ...callOf(listGateways), providesTags: ["Gateway"] }),
    activateGateway: build.mutation({
      ...callWithBody(activateGateway),
      // A refusal may also mean that the screen is out of date.
      invalidatesTags: ["Gateway", "Activity"],
    }),
  }),
});
