import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFileDescription,
  IconFlag,
  IconHelpCircle,
  IconMailCheck,
  IconSend,
} from "@tabler/icons-react";
import { MAIL_STATE_LABELS, type MailState } from "#contract/mail/mail-state.ts";
import classes from "./mail.module.css";
import { MAIL_STATE_MEANINGS } from "./mail-state.ts";

const ICONS: Record<MailState, typeof IconClock> = {
  queued: IconClock,
  sending: IconSend,
  written: IconFileDescription,
  sent: IconMailCheck,
  delivered: IconCircleCheck,
  bounced: IconCircleX,
  complained: IconFlag,
  failed: IconAlertTriangle,
  cancelled: IconBan,
  unknown: IconHelpCircle,
};

/** A mail's state as icon and word, explained by its title. */
export function MailStateMark({ state }: { state: MailState }) {
  const { tone, meaning } = MAIL_STATE_MEANINGS[state];
  const Icon = ICONS[state];
  return (
    <span className={classes.state} data-tone={tone} title={meaning}>
      <Icon size={16} aria-hidden="true" />
      <span>{MAIL_STATE_LABELS[state]}</span>
    </span>
  );
}
