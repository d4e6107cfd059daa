import { Skeleton } from "@mantine/core";
import { DUE_SOON_DAYS } from "#contract/disputes/disputes.ts";
import classes from "./disputes.module.css";

export interface Counts {
  open: number;
  due_soon: number;
  overdue: number;
}

/** How many are open and how urgent they are; a skeleton, or a dash when they could not be read. */
export function DisputeCounts({ counts, hasFailed }: { counts: Counts | undefined; hasFailed: boolean }) {
  const tiles = [
    { label: "Open", count: counts?.open },
    // Overdue disputes have a tile of their own.
    { label: `Due within ${DUE_SOON_DAYS} days`, count: counts && counts.due_soon - counts.overdue },
    { label: "Overdue", count: counts?.overdue },
  ];
  return (
    <dl className={classes.counts}>
      {tiles.map(({ label, count }) => (
        <div key={label} className={classes.count} data-tone={label === "Overdue" && count ? "overdue" : "calm"}>
          <dt>{label}</dt>
          <dd>
            {count === undefined ? hasFailed ? "–" : <Skeleton height={20} width={40} radius={4} /> : number(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
