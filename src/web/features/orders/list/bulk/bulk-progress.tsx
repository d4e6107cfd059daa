import { Button } from "@mantine/core";
import type { BatchProgress } from "./batches.ts";
import classes from "./bulk-progress.module.css";

/** Progress of a bulk change, with a Stop button; orders changed by then stay changed. */
export function BulkProgress({ progress, onStop }: { progress: BatchProgress; onStop: () => void }) {
  const { done, all } = progress;
  const words = `${done.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} orders`;
  return (
    <div className={classes.progress}>
      <span className="ad-numbers" role="status">
        {words}
      </span>
      <progress
        className={classes.bar}
        max={all}
        value={done}
        aria-label="Change of the selected orders"
        aria-valuetext={words}
      />
      <Button variant="subtle" size="compact-sm" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
