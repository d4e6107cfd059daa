import { Button, Skeleton } from "@mantine/core";
import { useRef } from "react";
import type { ConversationEntry } from "#contract/conversation/conversation.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import classes from "./conversation.module.css";
import { MailEntry } from "./mail-entry.tsx";
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

type ConversationTalk = Extract<ConversationEntry, { type: "talk" }>;

const VIA: Record<ConversationTalk["via"][number], string> = { whatsapp: "WhatsApp", telephone: "telephone" };

/** What a comment reports of a talk with the customer. */
function TalkEntry({ talk }: { talk: ConversationTalk }) {
  return (
    <>
      <p className={classes.by}>
        <strong>{talk.author}</strong>
        <span className={classes.how}>{`by ${talk.via.map((via) => VIA[via]).join(" and ")}`}</span>
        <span className={classes.how}>
          <Instant at={talk.at} />
        </span>
      </p>
      <p className={classes.words}>{talk.text}</p>
    </>
  );
}
