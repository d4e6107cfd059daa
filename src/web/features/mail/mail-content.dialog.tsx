import "@mantine/core/styles/Tabs.css";
import { Skeleton, Tabs } from "@mantine/core";
import { useMemo } from "react";
import type { MailContent, MailEntry } from "#contract/mail.ts";
import { cspNonce } from "#web/platform/page-config.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useMailContentQuery } from "./mail.api.ts";
import classes from "./mail.module.css";
import { mailDocument } from "./mail-document.ts";

/** What a mail said, letter for letter, in a frame that runs nothing and loads nothing. */
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
  return <Skeleton height="min(60vh, 560px)" aria-hidden />;
}

function Content({ content }: { content: MailContent }) {
  const html = useMemo(() => mailDocument(content.html, cspNonce()), [content.html]);
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
      <Tabs defaultValue="html" mt="sm">
        <Tabs.List mb="sm">
          <Tabs.Tab value="html">As sent</Tabs.Tab>
          <Tabs.Tab value="text">Text version</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe className={classes.frame} title={`Email: ${content.subject}`} sandbox="" srcDoc={html} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <pre className={classes.text}>{content.text}</pre>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
