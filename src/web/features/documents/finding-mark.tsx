import { IconAlertTriangle, IconCircleCheck, IconEye } from "@tabler/icons-react";
import classes from "./documents.module.css";
import type { FindingTone } from "./finding-text.ts";

const ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, unclear: IconEye };

/** The result of the document check, as icon and text. */
export function FindingMark({ tone, words }: { tone: FindingTone; words: string }) {
  const Icon = ICONS[tone];
  return (
    <span className={classes.finding} data-tone={tone}>
      <Icon className={classes.findingIcon} size={16} aria-hidden />
      <span>{words}</span>
    </span>
  );
}
