import { dayRangeText, parseDayRange } from "#contract/day-range.ts";
import { type FilterKey, orderFilterShape } from "#contract/orders/order-filter.ts";

/** The values of a filter while it is chosen: first and last day, empty for an open side, or the chosen values. */
export type FilterDraft = readonly string[];

function isDays(key: FilterKey): boolean {
  return key === "arrival" || key === "created";
}

export function draftOf(key: FilterKey, text: string | undefined): FilterDraft {
  if (text === undefined) return [];
  if (!isDays(key)) return text.split(",");
  const range = parseDayRange(text);
  return [range?.from ?? "", range?.to ?? ""];
}

/** The filter's text, empty when nothing is chosen. A first or a last day alone leaves the other side open. */
export function textOf(key: FilterKey, draft: FilterDraft): string {
  if (!isDays(key)) return draft.filter((value) => value !== "").join(",");
  const [first, last] = draft;
  return dayRangeText({ from: first || null, to: last || null });
}

/** Why a text is no filter, or null. */
export function problemOf(key: FilterKey, text: string): string | null {
  if (orderFilterShape[key].safeParse(text).success) return null;
  if (!isDays(key)) return text === "" ? "Choose at least one." : "Choose fewer.";
  return text === "" ? "Choose a first or a last day, or both." : "The last day is before the first.";
}
