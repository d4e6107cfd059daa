import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { MESSAGES } from "#contract/messages.ts";
import classes from "./section.module.css";

interface Props {
  title: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** What would fill a section that has nothing to show, beside its title. */
  empty?: string | undefined;
  children?: ReactNode;
  className?: string;
}

/** A titled part of a page on its own surface, labelled by its title for assistive technology. */
export function Section({ title, actions, empty, children, className = "" }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${classes.section} ${className}`} data-empty={empty !== undefined}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={2} size="1rem" id={id}>
            {title}
          </Title>
          {empty !== undefined && (
            <>
              <p className={classes.none}>{MESSAGES.noRecord}</p>
              <p className={classes.none}>{empty}</p>
            </>
          )}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
