import { Button, Skeleton } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MailTemplate } from "#contract/mail-templates/mail-templates.ts";
import { isMailTextKey, isStatusMailKey } from "#contract/texts/mail-texts.ts";
import { MessageTabs } from "#web/features/mail/message-tabs.tsx";
import { StatusMailSwitch } from "#web/features/status-mails/status-mail-switch.tsx";
import { QuickRepliesSection } from "#web/features/texts/quick-replies.section.tsx";
import { useCan } from "#web/platform/use-can.ts";
import facts from "#web/ui/facts.module.css";
import { Unloaded } from "#web/ui/loading.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { useMailTemplatesQuery } from "./mail-templates.api.ts";
import classes from "./mail-templates.module.css";
import { MailTextEditor } from "./mail-text-editor.tsx";

/** `/admin/texts`: the quick replies, and every mail that the program can send, with sample data or being changed. */
export function TextsPage() {
  const { data, error, refetch } = useMailTemplatesQuery();
  return (
    <div className={classes.page}>
      <PageHeader title="Texts" />
      <QuickRepliesSection />
      <p className={classes.note}>
        What each mail looks like. The order and the people in them are made up; what was really sent to a customer is
        in the order's Email History. An Admin or a Manager changes the words of mails that have “Change the text”.
      </p>
      {data === undefined && (
        <Unloaded label="Loading the mail templates" error={error} onRetry={refetch}>
          <Skeleton height={320} aria-hidden />
          <Skeleton height={320} aria-hidden />
        </Unloaded>
      )}
      {data?.data.map((template) => (
        <Template key={template.name} template={template} />
      ))}
    </div>
  );
}

function Template({ template }: { template: MailTemplate }) {
  const { name, title, sent_when, subject } = template;
  const mayEdit = useCan("texts:edit");
  const [isEdited, setEdited] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // The button and the editor replace each other.
  const close = () => {
    flushSync(() => setEdited(false));
    opener.current?.focus();
  };
  const change = mayEdit && isMailTextKey(name) && !isEdited && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencil size={16} aria-hidden />}
      aria-label={`Change the text of ${title}`}
      ref={opener}
      onClick={() => setEdited(true)}
    >
      Change the text
    </Button>
  );
  return (
    <Section title={title} actions={change}>
      <dl className={facts.facts}>
        <dt>Sent</dt>
        <dd>{sent_when}</dd>
        {!isEdited && (
          <>
            <dt>Subject</dt>
            <dd>{subject}</dd>
          </>
        )}
      </dl>
      {mayEdit && isStatusMailKey(name) && <StatusMailSwitch mailKey={name} />}
      {isEdited && isMailTextKey(name) ? (
        <MailTextEditor textKey={name} onClose={close} />
      ) : (
        <MessageTabs message={template} htmlLabel="How it looks" />
      )}
    </Section>
  );
}
