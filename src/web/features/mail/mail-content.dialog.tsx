import { Skeleton } from "@mantine/core";
import type { MailContent, MailEntry } from "#contract/mail.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useMailContentQuery } from "./mail.api.ts";
import classes from "./mail.module.css";

const loadTabs = async () => (await import("./message-tabs.tsx")).MessageTabs;
const waiting = <Skeleton height="min(60vh, 560px)" aria-hidden />;

/** A mail's content, verbatim. */
export function MailContentDialog({ mail, onClose }: { mail: MailEntry | null; onClose: () => void }) {
  return (
    <Dialog isOpen={mail !== null} onClose={onClose} title="Email content" size="xl">
      {mail !== null && <Loaded mailId={mail.id} />}
    </Dialog>
  );
}

function Loaded({ mailId }: { mailId: number }) {
  const { data, error, refetch } = useMailContentQuery(mailId);
  if (data !== undefined) return <Content content={data.data} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  return waiting;
}

function Content({ content }: { content: MailContent }) {
  return (
    <>
      <dl className={classes.head}>
        <dt>Subject</dt>
        <dd>{content.subject}</dd>
        <dt>From</dt>
        <dd>{content.from}</dd>
        <dt>To</dt>
        <dd>{content.to}</dd>
      </dl>
      <LoadedPart load={loadTabs} props={{ message: content, htmlLabel: "As sent" }} skeleton={waiting} />
    </>
  );
}
