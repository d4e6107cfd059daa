import { Skeleton } from "@mantine/core";
import type { MailTemplate } from "#contract/mail-templates/mail-templates.ts";
import { MessageTabs } from "#web/features/mail/message-tabs.tsx";
import { QuickRepliesSection } from "#web/features/texts/quick-replies.section.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { useMailTemplatesQuery } from "./mail-templates.api.ts";
import classes from "./mail-templates.module.css";

/** `/admin/texts`: the quick replies, and every mail that the program can send, with sample data. */
export function TextsPage() {
  const { data, error, refetch } = useMailTemplatesQuery();
  return (
    <div className={classes.page}>
      <PageHeader title="Texts" />
      <QuickRepliesSection />
      <p className={classes.note}>
        What each mail looks like. The order and the people in them are made up; what was really sent to a customer is
        in the order's Email History.
      </p>
      {data === undefined && (error === undefined ? <Loading /> : <ErrorState error={error} onRetry={refetch} />)}
      {data?.data.map((template) => (
        <Template key={template.name} template={template} />
      ))}
    </div>
  );
}

function Template({ template }: { template: MailTemplate }) {
  return (
    <Section title={template.title}>
      <dl className={classes.facts}>
        <dt>Sent</dt>
        <dd>{template.sent_when}</dd>
        <dt>Subject</dt>
        <dd>{template.subject}</dd>
      </dl>
      <MessageTabs message={template} htmlLabel="How it looks" />
    </Section>
  );
}

function Loading() {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the mail templates
      </p>
      <Skeleton height={320} aria-hidden />
      <Skeleton height={320} aria-hidden />
    </>
  );
}
