import { Button, Skeleton } from "@mantine/core";
import { useRef } from "react";
import type { ConversationEntry } from "#contract/conversation/conversation.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import classes from "./conversation.module.css";
import { MailEntry } from "./mail-entry.tsx";
import { TalkEntry } from "./talk-entry.tsx";
import type { ShownThread } from "./use-thread.ts";

/** The messages, oldest first. */
export function Thread({ thread }: { thread: ShownThread }) {
  const list = useRef<HTMLOListElement>(null);
  const keptFocus = useKeptFocus(list);
  const { entries, error, refetch, showEarlier, isLoadingEarlier } = thread;
  if (entries === undefined) return error === undefined ? <Loading /> : <ErrorState error={error} onRetry={refetch} />;
  return (
    <div {...keptFocus}>
      {error !== undefined && <RefreshFailed error={error} onRetry={refetch} />}
      {showEarlier !== null && (
        <Button variant="subtle" size="xs" mb="xs" loading={isLoadingEarlier} onClick={showEarlier}>
          Show earlier
        </Button>
      )}
      {entries.length === 0 ? (
        <p className={classes.none}>No messages yet.</p>
      ) : (
        <ol ref={list} tabIndex={-1} className={classes.entries} aria-label="Messages, oldest first">
          {entries.map((entry) => (
            <li key={`${entry.type} ${entry.id}`} className={classes.entry}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: ConversationEntry }) {
  return entry.type === "mail" ? <MailEntry mail={entry} /> : <TalkEntry talk={entry} />;
}

function Loading() {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the conversation
      </p>
      <Skeleton height={32} mb="xs" aria-hidden />
      <Skeleton height={32} aria-hidden />
    </>
  );
}
