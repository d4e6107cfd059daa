import { Alert } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { BLOCK_MESSAGES } from "#contract/mail/mail.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ChangeEmail } from "#web/features/email-changes/change-email.tsx";
import classes from "./conversation.module.css";

/** Why nothing can be sent to the customer now, or null. */
export function sendBlock({ process_status, email, blocked_addresses }: OrderDetails): string | null {
  if (process_status === "Deleted") return CONVERSATION_MESSAGES.messageDeleted;
  if (email === null) return CONVERSATION_MESSAGES.messageNoAddress;
  const block = blocked_addresses.find((blocked) => blocked.email === email.toLowerCase());
  return block === undefined ? null : BLOCK_MESSAGES[block.reason];
}

/** Says so, and offers another address to who may change it. */
export function SendBlock({ order, block }: { order: OrderDetails; block: string | null }) {
  if (block === null) return null;
  return (
    <Alert color="coral" variant="light" icon={<IconMailOff size={20} aria-hidden />} title="Nothing can be sent">
      <div className={classes.block}>
        <p>{block}</p>
        <ChangeEmail order={order} isButton />
      </div>
    </Alert>
  );
}
