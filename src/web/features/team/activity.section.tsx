import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { ActivityEntry, ActivityType } from "#contract/audit/audit.ts";
import { auditSentence } from "#contract/audit/audit-sentences.ts";
import { MESSAGES } from "#contract/messages.ts";
import { useCan } from "#web/platform/use-can.ts";
import { Instant } from "#web/ui/instant.tsx";
import { Unloaded } from "#web/ui/loading.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import classes from "./activity.module.css";
import { useActivityQuery } from "./team.api.ts";

const LIMIT = 10;

/**
 * The latest changes of team and gateways and the latest exports, or those of one type, for members with the
 * permission; hidden otherwise.
 */
export function ActivitySection({ type }: { type?: ActivityType }) {
  return useCan("team:manage") ? <RecentChanges type={type} /> : null;
}

function RecentChanges({ type }: { type: ActivityType | undefined }) {
  const { data, error, refetch } = useActivityQuery(type);
  return (
    <Section
      title="Recent changes"
      actions={
        <Text size="xs" c="dimmed">
          UTC
        </Text>
      }
    >
      {data !== undefined && <Entries entries={data.data} />}
      {data === undefined && (
        <Unloaded label="Loading the recent changes" error={error} onRetry={refetch}>
          <TextSkeleton lines={4} />
        </Unloaded>
      )}
    </Section>
  );
}

function Entries({ entries }: { entries: readonly ActivityEntry[] }) {
  const [isWhole, setWhole] = useState(false);
  if (entries.length === 0) {
    return (
      <p className={classes.none}>
        <span>{MESSAGES.noRecord}</span> <span>Changes are listed here with who made them.</span>
      </p>
    );
  }
  return (
    <>
      <ol>
        {entries.slice(0, isWhole ? entries.length : LIMIT).map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <span className={classes.at}>
              <Instant at={entry.at} />
            </span>
            <p className={classes.sentence}>
              <strong translate="no">{entry.actor?.name ?? "Someone"}</strong> <span>{auditSentence(entry)}</span>
            </p>
          </li>
        ))}
      </ol>
      {entries.length > LIMIT && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the latest ${LIMIT}` : `Show all ${entries.length}`}
        </Button>
      )}
    </>
  );
}
