import { Button } from "@mantine/core";
import { MAIL_TRANSPORT_LABELS, type MailEntry, type MailReport } from "#contract/mail/mail.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Instant } from "#web/ui/instant.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import classes from "./mail.module.css";
import { deliveredAt, reportText } from "./mail-state.ts";
import { MailStateMark } from "./mail-state-mark.tsx";

/** The columns of the e-mail history; `onView` opens a mail's content. */
export function emailColumns(onView: (mail: MailEntry) => void): RecordColumn<MailEntry>[] {
  return [
    { header: "Date & Time", cell: ({ create_ts }) => <Instant at={create_ts} /> },
    { header: "Email", isLong: true, cell: emailCell },
    { header: "Status", cell: stateCell },
    { header: "Provider", cell: providerCell },
    {
      header: "Action",
      isScreenOnly: true,
      cell: (mail) => (
        <Button variant="default" size="compact-xs" onClick={() => onView(mail)}>
          View Email Content
        </Button>
      ),
    },
  ];
}

function emailCell(mail: MailEntry) {
  return (
    <>
      <span className={classes.address}>
        <Breakable text={mail.email} />
      </span>
      <span className={classes.note}>{mail.customer_name}</span>
      <span className={classes.note}>{mail.kind === "notice" ? `Notice: ${mail.subject}` : mail.subject}</span>
      {mail.uploadDoc !== null && <span className={classes.note}>{`With ${mail.uploadDoc.file1}`}</span>}
    </>
  );
}

function stateCell(mail: MailEntry) {
  const arrivedAt = deliveredAt(mail);
  return (
    <>
      <MailStateMark state={mail.state} />
      {arrivedAt !== undefined && (
        <span className={classes.note}>
          <Instant at={arrivedAt} />
        </span>
      )}
      {mail.possible_duplicate && <span className={classes.note}>Possible duplicate</span>}
      {mail.error !== null && (
        <span className={classes.note} data-tone="bad">
          {mail.error}
        </span>
      )}
      <MailReports reports={mail.reports} />
    </>
  );
}

function providerCell({ mail_service_provider, transport, message_id }: MailEntry) {
  return (
    <>
      <span translate="no">{mail_service_provider}</span>
      {transport !== null && <span className={classes.note}>{`via ${MAIL_TRANSPORT_LABELS[transport]}`}</span>}
      {message_id !== null && (
        <span className={classes.messageId}>
          <span className={classes.messageIdText} title={`Message ID ${message_id}`}>
            {message_id}
          </span>
          <CopyButton value={message_id} what="message ID" />
        </span>
      )}
    </>
  );
}

/** The provider's reports on a mail, in order of their time; collapsed by default. */
function MailReports({ reports }: { reports: readonly MailReport[] }) {
  if (reports.length === 0) return null;
  const byTime = reports.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
  return (
    <details className={classes.reports}>
      <summary>{reports.length === 1 ? "1 report" : `${reports.length} reports`}</summary>
      <ul>
        {byTime.map((report) => (
          <li key={report.id}>
            <Instant at={report.at} /> <span>{reportText(report)}</span>
            {report.detail !== null && <span className={classes.words}>{report.detail}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
