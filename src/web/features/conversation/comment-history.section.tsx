import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { useRef, useState } from "react";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { Remark } from "#contract/remarks/remarks.ts";
import { CommentEntry } from "#web/features/remarks/comment-entry.tsx";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Section } from "#web/ui/section.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { type CommentStreamKind, commentStream } from "./comment-stream.ts";
import classes from "./conversation.module.css";
import { MessageEntry } from "./message-entry.tsx";
import type { ShownThread } from "./use-thread.ts";

const loadAnswer = async () => (await import("#web/features/questions/answer-entry.tsx")).AnswerEntry;

const LIMIT = 10;
const KINDS: { value: CommentStreamKind; label: string }[] = [
  { value: "all", label: "Comments and messages" },
  { value: "comment", label: "Comments" },
  { value: "message", label: "Messages" },
];

interface Props {
  orderId: number;
  remarks: readonly Remark[];
  messages: readonly ConversationMail[];
  thread: ShownThread;
  /** Messages are known to exist and are not here yet. */
  isLoading: boolean;
}

/** Every comment and message, newest first, by UTC. */
export function CommentHistorySection({ orderId, remarks, messages, thread, isLoading }: Props) {
  const [isWhole, setWhole] = useState(false);
  const [kind, setKind] = useState<CommentStreamKind>("all");
  const isPrinting = useIsPrinting();
  const list = useRef<HTMLOListElement>(null);
  const keptFocus = useKeptFocus(list);
  const { answers, knownSince } = thread;
  const entries = commentStream({ remarks, messages, answers, kind: isPrinting ? "all" : kind, knownSince });
  // Oldest first, so the last of each question remains.
  const newest = new Set(new Map(answers.map((answer) => [answer.question_id, answer.id])).values());
  const shown = isWhole || isPrinting ? entries : entries.slice(0, LIMIT);
  const isEmpty = entries.length === 0 && kind === "all" && !isLoading && thread.error === undefined;
  return (
    <Section
      title="Comment History"
      empty={isEmpty ? "Comments and messages are listed here." : undefined}
      actions={
        messages.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label="Show in Comment History"
            data={KINDS}
            value={kind}
            onChange={(event) =>
              setKind(KINDS.find(({ value }) => value === event.currentTarget.value)?.value ?? "all")
            }
          />
        )
      }
    >
      {!isEmpty && (
        <div {...keptFocus}>
          {thread.error !== undefined && <ErrorState error={thread.error} onRetry={thread.refetch} />}
          {isLoading && (
            <Loading label="Loading the messages">
              <Skeleton height={32} mb="xs" aria-hidden />
            </Loading>
          )}
          <ol ref={list} tabIndex={-1} className={classes.entries} aria-label="Comments and messages, newest first">
            {shown.map((entry) => (
              <li key={entry.key} className={classes.entry}>
                {entry.kind === "comment" && <CommentEntry remark={entry.remark} />}
                {entry.kind === "message" && <MessageEntry orderId={orderId} mail={entry.message} />}
                {entry.kind === "answer" && (
                  <LoadedPart
                    load={loadAnswer}
                    props={{ orderId, answer: entry.answer, isNewest: newest.has(entry.answer.id) }}
                    skeleton={<Skeleton height={64} aria-hidden />}
                  />
                )}
              </li>
            ))}
          </ol>
          {entries.length > LIMIT && (
            <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(!isWhole)}>
              {isWhole ? `Show the latest ${LIMIT}` : `Show all ${entries.length}`}
            </Button>
          )}
          {thread.showEarlier !== null && (isWhole || entries.length <= LIMIT) && (
            <Button variant="subtle" size="xs" mt="xs" loading={thread.isLoadingEarlier} onClick={thread.showEarlier}>
              Show earlier
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
