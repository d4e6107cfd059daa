import { setup } from "#contract/setup/setup.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useSetupQuery } = api.injectEndpoints({
  endpoints: (build) => ({ setup: build.query({ ...callOf(setup), keepUnusedDataFor: 0 }) }),
});
