import { ARRIVAL_ZONE, dayIn } from "#contract/dates.ts";

const MS_PER_DAY = 86_400_000;

/** Days until the arrival, in the time zone of the country of arrival: `today`, `tomorrow`, `in 5 days`, `2 days ago`. */
export function arrivalWords(arrivalDate: string, now: Date): string {
  const days = Math.round((Date.parse(arrivalDate) - Date.parse(dayIn(ARRIVAL_ZONE, now))) / MS_PER_DAY);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}
