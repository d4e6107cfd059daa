import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import classes from "./page.module.css";

/** Shown until the first page's chunk is loaded. */
export function Starting() {
  return (
    <div className={classes.starting} role="status" aria-label="Loading">
      <TextSkeleton lines={4} />
    </div>
  );
}
