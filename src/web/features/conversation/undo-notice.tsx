import { Button } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import { reported } from "#web/platform/reported.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import entry from "#web/ui/entry.module.css";
import { useCancelMailMutation } from "./conversation.api.ts";
import classes from "./conversation.module.css";
import { secondsLeft } from "./seconds-left.ts";

/** Often enough that no second is skipped. */
const LOOK_MS = 250;

interface Props {
  mail: ConversationMail;
  orderId: number;
  onCancelled: (mail: ConversationMail) => void;
}

/** A message that has not left, and the button that stops it. */
export function UndoNotice({ mail, orderId, onCancelled }: Props) {
  const [cancel, { isLoading }] = useCancelMailMutation();
  const [seconds, setSeconds] = useState(() => secondsLeft(mail, serverNow()));
  const subject = useId();
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft(mail, serverNow())), LOOK_MS);
    return () => clearInterval(timer);
  }, [mail]);

  const undo = async () => {
    const answer = await reported(cancel({ mailId: mail.id, orderId }).unwrap(), { about: `message ${orderId}` });
    if (answer !== null) onCancelled(answer.data);
  };

  return (
    <div className={classes.notice}>
      <IconClock size={16} aria-hidden />
      {/* Counts without being read out each second. */}
      <span role="timer">{seconds > 0 ? `Sends in ${seconds} s` : "Sends now"}</span>
      <Button
        variant="default"
        size="compact-sm"
        aria-describedby={subject}
        loading={isLoading}
        onClick={() => void undo()}
      >
        Undo
      </Button>
      <span id={subject} className={`${entry.how} ${classes.what}`}>
        {mail.subject}
      </span>
    </div>
  );
}
