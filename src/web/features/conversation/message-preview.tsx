import { Alert, Skeleton } from "@mantine/core";
import { variablesMessage } from "#contract/conversation/messages.ts";
import { MessageTabs } from "#web/features/mail/message-tabs.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { usePreviewMessageQuery } from "./conversation.api.ts";
import classes from "./conversation.module.css";
import type { MessageValues } from "./message-schema.ts";

const PASSPORT = "It contains the customer's passport number. You will be asked to confirm before it is sent.";

/** Shows the message as it would be sent, with warnings. */
export function MessagePreview({ orderId, values }: { orderId: number; values: MessageValues }) {
  const { subject, body, language } = values;
  const { data, error, refetch } = usePreviewMessageQuery({ orderId, subject, body, language });
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height="min(60vh, 560px)" aria-hidden />;
  const { missing, unknown, warnings } = data.data;
  const problem = variablesMessage({ unknown, missing });
  return (
    <>
      {problem !== "" && <Alert color="coral" variant="light" title={problem} mb="sm" />}
      {warnings.length > 0 && <Alert color="saffron" variant="light" title={PASSPORT} mb="sm" />}
      <p className={classes.subject}>{data.data.subject}</p>
      <MessageTabs message={data.data} htmlLabel="How it looks" />
    </>
  );
}
