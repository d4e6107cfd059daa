import { daySchema } from "#contract/date-schemas.ts";

/** The date range of the report; empty means open, as in a date input. */
export interface ReportDates {
  fromDate: string;
  toDate: string;
}

const PARAMETERS = { fromDate: "from", toDate: "to" } as const satisfies Record<keyof ReportDates, string>;

/** The dates in the URL; invalid ones are ignored. */
export function parseReportDates(params: URLSearchParams): ReportDates {
  const day = (name: string) => daySchema.safeParse(params.get(name)).data ?? "";
  return { fromDate: day(PARAMETERS.fromDate), toDate: day(PARAMETERS.toDate) };
}

/** `params` with these dates. Other dates reset the page to 1 and keep the size. */
export function withReportDates(params: URLSearchParams, dates: ReportDates): URLSearchParams {
  const result = new URLSearchParams(params);
  result.delete("page");
  for (const key of ["fromDate", "toDate"] as const) {
    if (dates[key] === "") result.delete(PARAMETERS[key]);
    else result.set(PARAMETERS[key], dates[key]);
  }
  return result;
}
