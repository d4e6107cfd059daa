import type { CountryRow } from "#contract/reports/reports.ts";
import { foldedText } from "#contract/text.ts";
import type { PageSize } from "#web/platform/list-url.ts";
import { pageCount } from "#web/ui/pagination-pages.ts";

/**
 * The rows whose nationality contains the text, ignoring case and accents; other columns are not searched. Unlike in the
 * search for orders, spaces are significant: "dk" does not match United Kingdom.
 */
export function matchingRows(rows: readonly CountryRow[], search: string): CountryRow[] {
  const text = foldedText(search).trim().replace(/\s+/gu, " ");
  return rows.filter(({ nationality }) => foldedText(nationality).includes(text));
}

export type CountryTotals = Omit<CountryRow, "nationality">;

export function totalsOf(rows: readonly CountryRow[]): CountryTotals {
  const sum = (field: keyof CountryTotals) => rows.reduce((total, row) => total + row[field], 0);
  return {
    count: sum("count"),
    standard_count: sum("standard_count"),
    priority_count: sum("priority_count"),
    future_count: sum("future_count"),
  };
}

/** The rows of a page; a page past the end gives the last one. `base` is the number of rows before it. */
export function pageOf(rows: readonly CountryRow[], asked: number, size: PageSize) {
  if (size === "all") return { page: 1, base: 0, shown: [...rows] };
  const page = Math.min(asked, pageCount(rows.length, size));
  const base = (page - 1) * size;
  return { page, base, shown: rows.slice(base, base + size) };
}

/** The count columns, as the specification names them. */
export const COUNT_COLUMNS = [
  { field: "count", label: "Order Count" },
  { field: "standard_count", label: "Standard Processing" },
  { field: "priority_count", label: "Priority Processing" },
  { field: "future_count", label: "Future Order Processing" },
] as const satisfies readonly { field: keyof CountryTotals; label: string }[];

export const NUMBER_COLUMN = "S. No";
export const NATIONALITY_COLUMN = "State/Territory";
export const TOTALS_LABEL = "Total";
