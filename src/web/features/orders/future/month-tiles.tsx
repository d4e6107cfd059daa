import { Skeleton } from "@mantine/core";
import { MONTHS, type Month } from "#contract/dates.ts";
import type { MonthCounts } from "#contract/orders/orders.ts";
import classes from "./month-tiles.module.css";

interface Props {
  /** Undefined while they load; months without orders may be missing. */
  counts: Partial<MonthCounts> | undefined;
  onMonth: (month: Month) => void;
}

export function MonthTiles({ counts, onMonth }: Props) {
  return (
    <ul className={classes.tiles}>
      {MONTHS.map((month) => (
        <li key={month}>
          <button type="button" className={classes.tile} onClick={() => onMonth(month)}>
            <span className={classes.month}>{month}</span>
            <span className={classes.count} data-empty={(counts?.[month] ?? 0) === 0}>
              {counts === undefined ? <Skeleton height={22} width={40} radius={4} my={5.8} /> : (counts[month] ?? 0)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
