import { countryReport } from "#contract/reports/reports.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useCountryReportQuery, useLazyCountryReportQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    countryReport: build.query({ ...callWithBody(countryReport), providesTags: ["CountryReport"] }),
  }),
});
