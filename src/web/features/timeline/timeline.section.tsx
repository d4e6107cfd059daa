import { Button } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { useState } from "react";
import type { Remark } from "#contract/remarks/remarks.ts";
import {
  type TimelineEntry,
  type TimelineHead,
  type TimelineType,
  timelineActor,
  timelineSentence,
} from "#contract/timeline/timeline.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { Section } from "#web/ui/section.tsx";
import classes from "./timeline.module.css";
import { TIMELINE_ICONS } from "./timeline-icons.ts";

const LIMIT = 15;
const SHORT_DIGEST = 12;

interface Props {
  entries: readonly TimelineEntry[];
  /** The comments, whose text is shown under their events. */
  remarks: readonly Remark[];
  head: TimelineHead | null;
}

/** What other sections show: comments, mails, downloads. */
const SHOWN_ELSEWHERE: ReadonlySet<TimelineType> = new Set([
  "commented",
  "mail-queued",
  "mail-cancelled",
  "question-asked",
  "question-answered",
  "mail-accepted",
  "mail-unclear",
  "mail-failed",
  "mail-reported",
  "download-started",
  "download-completed",
]);

/** What happened to the order, newest first, as sentences; on request also what other sections show. */
export function TimelineSection({ entries, remarks, head }: Props) {
  const [isEverything, setEverything] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const isPrinting = useIsPrinting();
  const newestFirst = entries
    .filter(({ type }) => isEverything || isPrinting || !SHOWN_ELSEWHERE.has(type))
    .toSorted((a, b) => b.id - a.id);
  const shown = isWhole || isPrinting ? newestFirst : newestFirst.slice(0, LIMIT);
  return (
    <Section
      title="History"
      empty={entries.length === 0 ? "What happens to the order is listed here." : undefined}
      actions={
        entries.length > 0 && (
          <Button
            variant={isEverything ? "filled" : "default"}
            size="compact-sm"
            aria-pressed={isEverything}
            title="With comments, mails, downloads and the digest"
            onClick={() => setEverything(!isEverything)}
          >
            Everything
          </Button>
        )
      }
    >
      {shown.length > 0 && (
        <ol>
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} quote={quoteOf(entry, remarks)} />
          ))}
        </ol>
      )}
      {newestFirst.length > LIMIT && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the latest ${LIMIT}` : `Show all ${newestFirst.length}`}
        </Button>
      )}
      {head !== null && (isEverything || isPrinting) && <Head head={head} isWhole={isPrinting} />}
    </Section>
  );
}

/** The head: noted elsewhere, it proves later that the timeline was not changed. */
function Head({ head: { seq, digest }, isWhole }: { head: TimelineHead; isWhole: boolean }) {
  return (
    <p className={classes.head}>
      <span title={digest}>
        <span>{`Event ${seq}, digest `}</span>
        <span className={classes.digest}>{isWhole ? digest : `${digest.slice(0, SHORT_DIGEST)}…`}</span>
      </span>
      <CopyButton value={digest} what="digest" />
    </p>
  );
}

function quoteOf(entry: TimelineEntry, remarks: readonly Remark[]): string | null {
  if (entry.type !== "commented") return null;
  const { remark_id } = entry.data;
  return remarks.find(({ id }) => id === remark_id)?.remark ?? null;
}

function Entry({ entry, quote }: { entry: TimelineEntry; quote: string | null }) {
  const TypeIcon: Icon | undefined = TIMELINE_ICONS[entry.type];
  return (
    <li className={classes.entry}>
      <span className={classes.dot}>{TypeIcon && <TypeIcon size={14} stroke={1.75} aria-hidden />}</span>
      <div className={classes.about}>
        <p className={classes.sentence}>
          <strong translate="no">{timelineActor(entry)}</strong> <span>{timelineSentence(entry)}</span>{" "}
          <span className={classes.at}>
            <Instant at={entry.at} />
          </span>
        </p>
        {quote !== null && <p className={classes.quote}>{quote}</p>}
      </div>
    </li>
  );
}
