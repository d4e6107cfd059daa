import { saveServiceSettings, serviceSettings } from "#contract/service-settings/service-settings.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useServiceSettingsQuery, useSaveServiceSettingsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    // Not kept: the form starts with the settings as they are now.
    serviceSettings: build.query({ ...callOf(serviceSettings), keepUnusedDataFor: 0 }),
    saveServiceSettings: build.mutation({ ...callWithBody(saveServiceSettings) }),
  }),
});
