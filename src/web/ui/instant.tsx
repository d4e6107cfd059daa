import { formatDateTimeUtc } from "#contract/dates.ts";

/** An instant in UTC, as staff read it; where there is no room the time stands under the day. */
export function Instant({ at }: { at: string }) {
  const [day, time] = formatDateTimeUtc(at).split(" ");
  return (
    <time dateTime={at} className="ad-numbers">
      <span style={{ whiteSpace: "nowrap" }}>{day}</span> <span style={{ whiteSpace: "nowrap" }}>{time}</span>
    </time>
  );
}
