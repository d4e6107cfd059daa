import { Tooltip } from "@mantine/core";
import { NavLink } from "react-router";
import type { NavigationLink } from "../navigation.ts";
import classes from "./top-bar.module.css";

interface Props {
  link: NavigationLink;
  /** The badge's text, such as `99+`; null shows none. */
  count: string | null;
  /** The accessible name; it contains the badge's text, as WCAG 2.5.3 requires. */
  words: string;
}

/** An icon of the top bar that leads to a page, with the number of what waits there. */
export function CountedLink({ link: { href, icon: LinkIcon }, count, words }: Props) {
  return (
    <Tooltip label={words}>
      <NavLink to={href} className={classes.counted ?? ""} aria-label={words}>
        <LinkIcon size={18} stroke={1.75} aria-hidden />
        {count !== null && (
          <span className={classes.count} aria-hidden>
            {count}
          </span>
        )}
      </NavLink>
    </Tooltip>
  );
}
