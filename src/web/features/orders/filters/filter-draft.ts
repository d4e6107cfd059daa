import { ARRIVAL_DAYS_MAX, type FilterKey, orderFilterShape } from "#contract/order-filter.ts";

/** The values of a filter while it is chosen: first and last day, or the chosen values. */
export type FilterDraft = readonly string[];

function isDays(key: FilterKey): boolean {
  return key === "arrival" || key === "created";
}

export function draftOf(key: FilterKey, text: string | undefined): FilterDraft {
  if (text === undefined) return [];
  return text.split(isDays(key) ? ".." : ",");
}

/** The filter's text, empty when nothing is chosen. One day alone is both the first and the last. */
export function textOf(key: FilterKey, draft: FilterDraft): string {
  const values = draft.filter((value) => value !== "");
  if (!isDays(key)) return values.join(",");
  const [first, last] = values;
  return first === undefined || last === undefined || first === last ? (first ?? "") : `${first}..${last}`;
}

/** Why a text is no filter, or null. */
export function problemOf(key: FilterKey, text: string): string | null {
  if (orderFilterShape[key].safeParse(text).success) return null;
  if (!isDays(key)) return text === "" ? "Choose at least one." : "Choose fewer.";
  if (text === "") return "Choose a day.";
  const [from = "", to = ""] = text.split("..");
  if (from > to) return "The last day is before the first.";
  return key === "arrival" ? `At most ${ARRIVAL_DAYS_MAX} days.` : "At most ten years.";
}
