import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

interface Props {
  title: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of a page on its own surface, labelled by its title for assistive technology. */
export function Section({ title, actions, children, className = "" }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${classes.section} ${className}`}>
      <div className={classes.head}>
        <Title order={2} size="1rem" id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  );
}
