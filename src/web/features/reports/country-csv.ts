import { stringify } from "csv-stringify/browser/esm/sync";
import { SPREADSHEET } from "#contract/csv.ts";
import type { CountryRow } from "#contract/reports/reports.ts";
import { cleanLine } from "#contract/text.ts";
import { COUNT_COLUMNS, NATIONALITY_COLUMN, NUMBER_COLUMN, TOTALS_LABEL, totalsOf } from "./country-rows.ts";
import type { ReportDates } from "./report-dates.ts";

/** The rows and their totals as CSV; texts are single lines. */
export function countryCsv(rows: readonly CountryRow[]): string {
  const totals = totalsOf(rows);
  const lines = [
    [NUMBER_COLUMN, NATIONALITY_COLUMN, ...COUNT_COLUMNS.map(({ label }) => label)],
    ...rows.map((row, index) => [
      index + 1,
      cleanLine(row.nationality),
      ...COUNT_COLUMNS.map(({ field }) => row[field]),
    ]),
    ["", TOTALS_LABEL, ...COUNT_COLUMNS.map(({ field }) => totals[field])],
  ];
  return stringify(lines, SPREADSHEET);
}

/** `country-orders-2026-03-01-to-2026-03-31.csv`; an open end is omitted. */
export function countryCsvName({ fromDate, toDate }: ReportDates): string {
  const from = fromDate === "" ? "" : `-${toDate === "" ? "from-" : ""}${fromDate}`;
  const to = toDate === "" ? "" : `-${fromDate === "" ? "until" : "to"}-${toDate}`;
  return `country-orders${from}${to}.csv`;
}
