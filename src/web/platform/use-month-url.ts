import { useSearchParams } from "react-router";
import { MONTHS, type Month } from "#contract/dates.ts";

/** The month in the address, if one is open, and a way to open or close one; the list state of another goes. */
export function useMonthUrl(): [Month | undefined, (month: Month | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const month = MONTHS.find((known) => known === params.get("month"));
  return [month, (wanted) => setParams(wanted === undefined ? {} : { month: wanted })];
}
