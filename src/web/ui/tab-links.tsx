import { Link } from "react-router";
import classes from "./tab-links.module.css";

interface Props {
  /** Names the tabs for assistive technology. */
  label: string;
  tabs: readonly { words: string; href: string; isCurrent: boolean }[];
}

/** The tabs of a page, each with its own URL. */
export function TabLinks({ label, tabs }: Props) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ words, href, isCurrent }) => (
        <Link key={href} to={href} className={classes.tab ?? ""} aria-current={isCurrent ? "page" : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
