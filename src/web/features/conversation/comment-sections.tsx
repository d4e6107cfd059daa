import { Skeleton, Tabs } from "@mantine/core";
import { IconMailPlus, IconMessage } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { CommentForm } from "#web/features/remarks/comment-form.tsx";
import { useCommands } from "#web/platform/commands.ts";
import type { ToastAction } from "#web/platform/toasts.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import { CommentHistorySection } from "./comment-history.section.tsx";
import classes from "./conversation.module.css";
import { keepMessageDraft, newClientKey, readMessageDraft } from "./message-draft.ts";
import type { MessageValues } from "./message-schema.ts";
import { UndoNotice } from "./undo-notice.tsx";
import { useThread } from "./use-thread.ts";

const loadEditor = async () => (await import("./message-editor.tsx")).MessageEditor;

type Mode = "comment" | "message";

interface Props {
  order: OrderDetails;
  /** The move offered after a comment with the refund flag. */
  refundOffer: ToastAction | null;
}

/** Where staff write comments and messages to the customer, and what was written so far. */
export function CommentSections({ order, refundOffer }: Props) {
  const orderId = order.order_id;
  const [mode, setMode] = useState<Mode>("comment");
  /** How often each was asked for: each time its text takes the focus. */
  const [openings, setOpenings] = useState({ comment: 0, message: 0 });
  const [isEditorUsed, setEditorUsed] = useState(false);
  const commentTab = useRef<HTMLButtonElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState<{ mail: ConversationMail; values: MessageValues } | null>(null);
  /** What the editor starts with again; its number makes it a new one. */
  const [restored, setRestored] = useState<{ count: number; values: MessageValues | null }>({ count: 0, values: null });
  if (mode === "message" && !isEditorUsed) setEditorUsed(true);

  const write = (to: Mode) => {
    setMode(to);
    setOpenings((times) => ({ ...times, [to]: times[to] + 1 }));
  };
  useShortcut("comment", () => write("comment"));
  useShortcut("message", () => write("message"));
  useCommands("This order", [
    { label: "Write a comment", icon: IconMessage, run: () => write("comment") },
    { label: "Write to the customer", icon: IconMailPlus, run: () => write("message") },
  ]);

  const hasMessages = order.mailHistory.some(({ kind }) => kind === "message");
  const thread = useThread(orderId, hasMessages || isEditorUsed);
  // Until the thread holds it, the answer is all that is known of the message.
  const isKnown = thread.messages.some(({ id }) => id === sent?.mail.id);
  const messages = sent === null || isKnown ? thread.messages : [...thread.messages, sent.mail];
  const isQueued = ({ id }: ConversationMail) =>
    order.mailHistory.every((mail) => mail.id !== id || mail.state === "queued");
  const waiting = messages.filter((mail) => mail.cancel_until !== null && isQueued(mail));

  const sentId = sent?.mail.id;
  useEffect(() => {
    // The notice, not its button: a second Enter must not take the message back.
    if (sentId !== undefined) notices.current?.focus();
  }, [sentId]);

  const close = () => {
    setMode("comment");
    commentTab.current?.focus();
  };
  const onSent = (mail: ConversationMail, values: MessageValues) => {
    setSent({ mail, values });
    setMode("comment");
    if (mail.cancel_until !== null) announce("The message waits a few seconds before it is sent. Undo stops it.");
  };
  const onCancelled = (mail: ConversationMail) => {
    const isOwn = sent?.mail.id === mail.id;
    const values = isOwn ? sent.values : null;
    if (isOwn) setSent(null);
    // Another message was begun meanwhile; the stopped one can be read below.
    if (readMessageDraft(orderId) !== null) return;
    const text = { subject: values?.subject ?? mail.subject, body: values?.body ?? mail.text ?? "" };
    keepMessageDraft(orderId, { ...text, clientKey: newClientKey() });
    setRestored(({ count }) => ({ count: count + 1, values }));
    write("message");
  };

  return (
    <>
      <Section title="Add Comment Below" className={classes.composer ?? ""}>
        <div ref={notices} tabIndex={-1} className={classes.notices}>
          {waiting.map((mail) => (
            <UndoNotice key={mail.id} mail={mail} orderId={orderId} onCancelled={onCancelled} />
          ))}
        </div>
        {/* Both forms stay mounted: what was typed and chosen stays while the other is in use. */}
        <Tabs value={mode} onChange={(value) => setMode(value === "message" ? "message" : "comment")}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="comment" ref={commentTab}>
              Comment
            </Tabs.Tab>
            <Tabs.Tab value="message">Message to the customer</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="comment">
            <CommentForm order={order} openings={openings.comment} refundOffer={refundOffer} />
          </Tabs.Panel>
          <Tabs.Panel value="message">
            {isEditorUsed && (
              <LoadedPart
                key={restored.count}
                load={loadEditor}
                props={{
                  order,
                  start: restored.values,
                  openings: openings.message,
                  replyTo: thread.replyTo,
                  language: thread.language,
                  onSent,
                  onClose: close,
                }}
                skeleton={<Skeleton height={420} />}
              />
            )}
          </Tabs.Panel>
        </Tabs>
      </Section>
      <CommentHistorySection
        orderId={orderId}
        remarks={order.remark}
        messages={messages}
        thread={thread}
        isLoading={hasMessages && thread.isLoading}
      />
    </>
  );
}
