import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

/** What another part of the page may ask of a section: to begin what it is for. */
export interface Beginning {
  begin(): void;
}

interface Props {
  title: string;
  /** Beside the title, at the end of its line. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of a page on its own surface; assistive technology finds it by its title. */
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
