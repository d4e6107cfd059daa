import type { ReactNode } from "react";
import { MESSAGES } from "#contract/messages.ts";
import classes from "./state.module.css";

interface Props {
  title?: string;
  text?: string | null;
  /** What would fill it, or why there is nothing. */
  hint?: string;
  icon?: ReactNode;
  children?: ReactNode;
}

/** Nothing to show. Tables use the default text; short lists pass `MESSAGES.noRecord` and no text (decision record 0044). */
export function EmptyState({ title = MESSAGES.noRecords, text = MESSAGES.noData, hint, icon, children }: Props) {
  return (
    <div className={classes.state}>
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <p className={classes.title}>{title}</p>
      {text !== null && <p className={classes.text}>{text}</p>}
      {hint !== undefined && <p className={classes.text}>{hint}</p>}
      {children}
    </div>
  );
}
