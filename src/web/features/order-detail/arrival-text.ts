import { ARRIVAL_ZONE, dayIn, daysBetween } from "#contract/dates.ts";

/** Days until the arrival, in the time zone of the country of arrival: `today`, `tomorrow`, `in 5 days`, `2 days ago`. */
export function arrivalText(arrivalDate: string, now: Date): string {
  const days = daysBetween(dayIn(ARRIVAL_ZONE, now), arrivalDate);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}
