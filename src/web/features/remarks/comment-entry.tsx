import { Badge } from "@mantine/core";
import type { Remark } from "#contract/remarks/remarks.ts";
import entry from "#web/ui/entry.module.css";
import { Instant } from "#web/ui/instant.tsx";
import { shownFlags } from "./remark-flags.ts";
import classes from "./remarks.module.css";

/** A comment: who wrote it and when by UTC, with New York's time as its title (decision record 0029). */
export function CommentEntry({ remark }: { remark: Remark }) {
  const flags = shownFlags(remark);
  return (
    <>
      <p className={entry.by}>
        <strong>{remark.remark_name}</strong>
        <span className={classes.when} title={`${remark.us_date} ${remark.us_time} New York`}>
          <Instant at={remark.create_ts} />
        </span>
      </p>
      <p className={entry.words}>{remark.remark}</p>
      {flags.length > 0 && (
        <ul className={classes.flags} aria-label="Flags">
          {flags.map((flag) => (
            <li key={flag}>
              <Badge variant="default" tt="none" fw={500}>
                {flag}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
