import { Skeleton } from "@mantine/core";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import { fileSize } from "#web/features/documents/file-size.ts";
import { MailStateMark } from "#web/features/mail/mail-state-mark.tsx";
import { Breakable } from "#web/ui/breakable.tsx";
import entry from "#web/ui/entry.module.css";
import { Instant } from "#web/ui/instant.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./conversation.module.css";

const loadQuestionState = async () => (await import("#web/features/questions/question-state.tsx")).QuestionState;

/** A message to the customer: who wrote it, its state and its text. */
export function MessageEntry({ orderId, mail }: { orderId: number; mail: ConversationMail }) {
  return (
    <>
      <p className={entry.by}>
        <strong>{mail.sent_by}</strong>
        <span className={entry.how}>
          {"to "}
          <Breakable text={mail.email} />
        </span>
        <span className={entry.how}>
          <Instant at={mail.at} />
        </span>
        <MailStateMark state={mail.state} />
      </p>
      <p className={classes.subject}>{mail.subject}</p>
      <p className={entry.words}>{mail.text}</p>
      {mail.question !== null && (
        <LoadedPart
          load={loadQuestionState}
          props={{ orderId, question: mail.question }}
          skeleton={<Skeleton height={22} mt={4} aria-hidden />}
        />
      )}
      {mail.attachments.length > 0 && (
        <ul className={classes.attachments} aria-label="Attachments">
          {mail.attachments.map(({ name, bytes }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
            <li key={index} translate="no">{`${name} (${fileSize(bytes)})`}</li>
          ))}
        </ul>
      )}
      {mail.possible_duplicate && <p className={classes.note}>Possible duplicate</p>}
      {mail.error !== null && (
        <p className={classes.note} data-tone="bad">
          {mail.error}
        </p>
      )}
    </>
  );
}
