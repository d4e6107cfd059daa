import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import classes from "./page.module.css";

/** What stands on the screen while the first page's own part of the program is on its way. */
export function Starting() {
  return (
    <div className={classes.starting} role="status" aria-label="Loading">
      <TextSkeleton lines={4} />
    </div>
  );
}
