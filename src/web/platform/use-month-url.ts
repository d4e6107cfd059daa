import { useSearchParams } from "react-router";
import { MONTHS, type Month } from "#contract/dates.ts";

/** The month in the URL, if any, and a function to open or close one; this resets the list state. */
export function useMonthUrl(): [Month | undefined, (month: Month | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const month = MONTHS.find((known) => known === params.get("month"));
  return [month, (next) => setParams(next === undefined ? {} : { month: next })];
}
