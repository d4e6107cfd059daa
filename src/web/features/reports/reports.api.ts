import { countryReport } from "#contract/reports/reports.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";
import type { ReportDates } from "./report-dates.ts";

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    countryReport: build.query({
      ...callOf(countryReport, (dates: ReportDates) => ({ body: dates })),
      providesTags: ["CountryReport"],
    }),
  }),
});

export const { useCountryReportQuery, useLazyCountryReportQuery } = reportsApi;
