import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { announce } from "#web/ui/announcer.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./conversation.module.css";
import { keepMessageDraft, newClientKey, readMessageDraft } from "./message-draft.ts";
import type { MessageValues } from "./message-schema.ts";
import { Thread } from "./thread.tsx";
import { UndoNotice } from "./undo-notice.tsx";
import { useThread } from "./use-thread.ts";

const loadEditor = async () => (await import("./message-editor.tsx")).MessageEditor;

interface Props {
  order: OrderDetails;
  editor: {
    isOpen: boolean;
    /** How often it was opened; 0 before the first time. */
    openings: number;
    open: () => void;
    close: () => void;
  };
}

/** The messages of an order, those that can still be stopped, and the editor. */
export function ConversationPanel({ order, editor }: Props) {
  const orderId = order.order_id;
  const thread = useThread(orderId);
  const notices = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState<{ mail: ConversationMail; values: MessageValues } | null>(null);
  /** What the editor starts with again; its number makes it a new one. */
  const [restored, setRestored] = useState<{ count: number; values: MessageValues | null }>({ count: 0, values: null });

  // Until the thread holds it, the answer is all that is known of the message.
  const isKnown = thread.mails.some(({ id }) => id === sent?.mail.id);
  const known = sent === null || isKnown ? thread.mails : [...thread.mails, sent.mail];
  const isQueued = ({ id }: ConversationMail) =>
    order.mailHistory.every((mail) => mail.id !== id || mail.state === "queued");
  const waiting = known.filter((mail) => mail.cancel_until !== null && isQueued(mail));

  const sentId = sent?.mail.id;
  useEffect(() => {
    // The notice, not its button: a second Enter must not take the message back.
    if (sentId !== undefined) notices.current?.focus();
  }, [sentId]);

  const onSent = (mail: ConversationMail, values: MessageValues) => {
    setSent({ mail, values });
    editor.close();
    if (mail.cancel_until !== null) announce("The message waits a few seconds before it is sent. Undo stops it.");
  };

  const onCancelled = (mail: ConversationMail) => {
    const isOwn = sent?.mail.id === mail.id;
    const values = isOwn ? sent.values : null;
    if (isOwn) setSent(null);
    // Another message was begun meanwhile; the stopped one can be read above.
    if (readMessageDraft(orderId) !== null) return;
    const text = { subject: values?.subject ?? mail.subject, body: values?.body ?? mail.text ?? "" };
    keepMessageDraft(orderId, { ...text, clientKey: newClientKey() });
    setRestored(({ count }) => ({ count: count + 1, values }));
    editor.open();
  };

  return (
    <div className={classes.panel} tabIndex={-1}>
      <Thread thread={thread} />
      <div ref={notices} tabIndex={-1} className={classes.notices}>
        {waiting.map((mail) => (
          <UndoNotice key={mail.id} mail={mail} orderId={orderId} onCancelled={onCancelled} />
        ))}
      </div>
      {editor.openings > 0 && (
        // Hidden rather than removed: files that were chosen stay.
        <div hidden={!editor.isOpen}>
          <LoadedPart
            key={restored.count}
            load={loadEditor}
            props={{
              order,
              start: restored.values,
              openings: editor.openings,
              replyTo: thread.replyTo,
              onSent,
              onClose: editor.close,
            }}
            skeleton={<Skeleton height={420} />}
          />
        </div>
      )}
    </div>
  );
}
