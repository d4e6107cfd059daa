import { Skeleton } from "@mantine/core";
import type { CountryRow } from "#contract/reports/reports.ts";
import classes from "./country-chart.module.css";

const BARS = 10;

interface Props {
  /** Most frequent first; undefined while they load. */
  rows: readonly CountryRow[] | undefined;
}

/** The ten most frequent nationalities as a list; the bars only illustrate its text. */
export function CountryChart({ rows }: Props) {
  if (rows?.length === 0) return null;
  const most = Math.max(1, ...(rows ?? []).map(({ count }) => count));
  return (
    <figure className={classes.chart} aria-labelledby="country-chart">
      <figcaption id="country-chart" className={classes.caption}>
        {`Top ${BARS} nationalities by orders`}
      </figcaption>
      {rows === undefined ? (
        <LoadingBars />
      ) : (
        <ol className={classes.bars}>
          {rows.slice(0, BARS).map(({ nationality, count }) => (
            <li key={nationality} className={classes.bar}>
              <span className={classes.name}>{nationality}</span>
              <span className={classes.count}>{count.toLocaleString("en-US")}</span>
              <span className={classes.track} aria-hidden>
                <span className={classes.fill} style={{ width: `${(count / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}

function LoadingBars() {
  return (
    <div className={classes.bars} aria-hidden>
      {Array.from({ length: BARS }, (_, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical and never reordered
        <Skeleton key={bar} height={33} radius={4} width={`${100 - bar * 7}%`} />
      ))}
    </div>
  );
}
