import { listActivity } from "#contract/activity.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useActivityQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    activity: build.query({ ...callOf(listActivity), providesTags: ["Activity"] }),
  }),
});
