import { Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { PATHS } from "#web/platform/paths.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import classes from "#web/ui/facts.module.css";
import { useMailContentQuery } from "./mail.api.ts";
import { MessageTabs } from "./message-tabs.tsx";

/** A mail's content, verbatim. */
export function MailContent({ mailId }: { mailId: number }) {
  const { data, error, refetch } = useMailContentQuery(mailId);
  if (error !== undefined && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height="min(60vh, 560px)" aria-hidden />;
  const { data: content } = data;
  return (
    <>
      <dl className={classes.facts}>
        <dt>Subject</dt>
        <dd>{content.subject}</dd>
        <dt>From</dt>
        <dd>{content.from}</dd>
        <dt>To</dt>
        <dd>{content.to}</dd>
      </dl>
      <MessageTabs message={content} htmlLabel="As sent" />
      <Anchor component={Link} to={PATHS.texts} size="sm">
        Mail templates
      </Anchor>
    </>
  );
}
