import { Badge, Button, Text } from "@mantine/core";
import { useState } from "react";
import { MESSAGES } from "#contract/messages.ts";
import type { Remark } from "#contract/remarks/remarks.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { Instant } from "#web/ui/instant.tsx";
import { Section } from "#web/ui/section.tsx";
import { shownFlags } from "./remark-flags.ts";
import classes from "./remarks.module.css";

const LIMIT = 10;

/** Every comment, newest first, by UTC as the rest of the screen and by New York time (decision record 0029). */
export function CommentHistorySection({ remarks }: { remarks: readonly Remark[] }) {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = useIsPrinting();
  const newestFirst = remarks.toSorted((a, b) => b.id - a.id);
  const shown = isWhole || isPrinting ? newestFirst : newestFirst.slice(0, LIMIT);
  return (
    <Section
      title="Comment History"
      actions={
        <Text size="xs" c="dimmed">
          UTC, and New York time with the month first
        </Text>
      }
    >
      {shown.length === 0 ? (
        <p className={classes.none}>{MESSAGES.noRecord}</p>
      ) : (
        <ol className={classes.comments}>
          {shown.map((remark) => (
            <Comment key={remark.id} remark={remark} />
          ))}
        </ol>
      )}
      {remarks.length > LIMIT && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the latest ${LIMIT}` : `Show all ${remarks.length}`}
        </Button>
      )}
    </Section>
  );
}

function Comment({ remark }: { remark: Remark }) {
  const flags = shownFlags(remark);
  return (
    <li className={classes.comment}>
      <p className={classes.by}>
        <strong>{remark.remark_name}</strong>
        <span className={classes.when}>
          <Instant at={remark.create_ts} /> <span>UTC</span>
        </span>
        <span className={classes.when}>
          <time dateTime={remark.create_ts} translate="no">{`${remark.us_date} ${remark.us_time}`}</time>{" "}
          <span>New York</span>
        </span>
      </p>
      <p className={classes.words}>{remark.remark}</p>
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
    </li>
  );
}
