import { setup } from "#contract/setup/setup.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({ setup: build.query({ ...callOf(setup), keepUnusedDataFor: 0 }) }),
});

export const { useSetupQuery } = setupApi;
