import { Skeleton } from "@mantine/core";
import type { MailTemplate } from "#contract/mail-templates.ts";
import { LetterTabs } from "#web/features/mail/letter-tabs.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { useMailTemplatesQuery } from "./mail-templates.api.ts";
import classes from "./mail-templates.module.css";

/** `/admin/mail-templates`: every mail that the program can send, as it looks with made-up data. */
export function MailTemplatesPage() {
  const { data, error, refetch } = useMailTemplatesQuery();
  return (
    <div className={classes.page}>
      <PageHeader title="Mail Templates" />
      <p className={classes.note}>
        What each mail looks like. The order and the people in them are made up; what a customer was truly sent stands
        in the Email History of the order.
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
      <LetterTabs letter={template} htmlLabel="As it looks" />
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
