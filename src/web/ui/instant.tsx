import { formatDateTimeUtc } from "#contract/dates.ts";

/** An instant in UTC, as staff read it; in narrow columns the time is below the date. */
export function Instant({ at }: { at: string }) {
  const [day, time] = formatDateTimeUtc(at).split(" ");
  return (
    <time dateTime={at} className="ad-numbers" translate="no">
      <span className="ad-nowrap">{day}</span> <span className="ad-nowrap">{time}</span>
    </time>
  );
}
