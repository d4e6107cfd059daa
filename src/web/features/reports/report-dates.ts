import { daySchema } from "#contract/dates.ts";

/** The two ends of the report; empty is no end, as a date input has it. */
export interface ReportDates {
  fromDate: string;
  toDate: string;
}

const PARAMETERS = { fromDate: "from", toDate: "to" } as const satisfies Record<keyof ReportDates, string>;

/** The dates in the address; whatever is no day is none. */
export function parseReportDates(params: URLSearchParams): ReportDates {
  const day = (name: string) => daySchema.safeParse(params.get(name)).data ?? "";
  return { fromDate: day(PARAMETERS.fromDate), toDate: day(PARAMETERS.toDate) };
}

/** `params` with these dates. Other dates are another report, so it begins at page 1; search and size stay. */
export function withReportDates(params: URLSearchParams, dates: ReportDates): URLSearchParams {
  const result = new URLSearchParams(params);
  result.delete("page");
  for (const key of ["fromDate", "toDate"] as const) {
    if (dates[key] === "") result.delete(PARAMETERS[key]);
    else result.set(PARAMETERS[key], dates[key]);
  }
  return result;
}
