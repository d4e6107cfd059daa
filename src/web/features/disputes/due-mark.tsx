import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { type DueTone, dueText, dueTone } from "./dispute-text.ts";
import classes from "./disputes.module.css";

const ICONS: Record<DueTone, typeof IconClock | null> = { overdue: IconAlertTriangle, urgent: IconClock, calm: null };

/** Days left, highlighted by icon and colour when few or none remain. */
export function DueMark({ daysLeft }: { daysLeft: number }) {
  const tone = dueTone(daysLeft);
  const ToneIcon = ICONS[tone];
  return (
    <span className={classes.due} data-tone={tone}>
      {ToneIcon !== null && <ToneIcon size={16} aria-hidden />}
      <span>{dueText(daysLeft)}</span>
    </span>
  );
}
