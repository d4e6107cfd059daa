import type { ReactNode } from "react";
import { MESSAGES } from "#contract/messages.ts";
import classes from "./state.module.css";

interface Props {
  title?: string;
  text?: string | null;
  icon?: ReactNode;
  children?: ReactNode;
}

/** Nothing to show. Tables keep the default words; short lists pass `MESSAGES.noRecord` and no text (doubt D-12). */
export function EmptyState({ title = MESSAGES.noRecords, text = MESSAGES.noData, icon, children }: Props) {
  return (
    <div className={classes.state}>
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <p className={classes.title}>{title}</p>
      {text !== null && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  );
}
