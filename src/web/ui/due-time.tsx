import { formatDateTimeUtc } from "#contract/dates.ts";
import { dueText } from "#contract/orders/due-text.ts";
import { useNow } from "../platform/use-now.ts";
import classes from "./due-time.module.css";

/** A due time in words, which age every 30 seconds; the instant is their title. */
export function DueTime({ at }: { at: string }) {
  const { text, urgency } = dueText(at, useNow());
  return (
    <time dateTime={at} title={`Due ${formatDateTimeUtc(at)} UTC`} className={classes.due} data-urgency={urgency}>
      {text}
    </time>
  );
}
