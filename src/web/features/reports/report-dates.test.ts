import { describe, expect, it } from "vitest";
import { parseReportDates, withReportDates } from "./report-dates.ts";

const parse = (text: string) => parseReportDates(new URLSearchParams(text));

describe("the dates of the report in the URL", () => {
  it("are empty without parameters, and when a parameter is not a date", () => {
    expect(parse("")).toEqual({ fromDate: "", toDate: "" });
    expect(parse("from=2026-02-30&to=tomorrow")).toEqual({ fromDate: "", toDate: "" });
  });

  it("are read as they were written, keep size and search, and reset the page to 1", () => {
    const params = new URLSearchParams("page=3&size=50&search=ger&to=2020-01-01");
    const dates = { fromDate: "2026-03-01", toDate: "2026-03-31" };
    const written = withReportDates(params, dates);
    expect(written.toString()).toBe("size=50&search=ger&to=2026-03-31&from=2026-03-01");
    expect(parseReportDates(written)).toEqual(dates);
    expect(withReportDates(written, { fromDate: "", toDate: "" }).toString()).toBe("size=50&search=ger");
  });
});
