import type { ConversationEntry } from "#contract/conversation/conversation.ts";
import { Instant } from "#web/ui/instant.tsx";
import classes from "./conversation.module.css";

type ConversationTalk = Extract<ConversationEntry, { type: "talk" }>;

const VIA: Record<ConversationTalk["via"][number], string> = { whatsapp: "WhatsApp", telephone: "telephone" };

/** What a comment reports of a talk with the customer. */
export function TalkEntry({ talk }: { talk: ConversationTalk }) {
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
