import { Button } from "@mantine/core";
import { MAIL_TRANSPORT_LABELS, type MailEntry } from "#contract/mail/mail.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
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
      <span className={classes.note}>{mail.kind === "notice" ? `Notice: ${mail.subject}` : mail.subject}</span>
      <span className={classes.note}>
        {mail.customer_name + (mail.uploadDoc === null ? "" : ` · With ${mail.uploadDoc.file1}`)}
      </span>
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
      <MailReports mail={mail} />
    </>
  );
}

function providerCell({ mail_service_provider, transport }: MailEntry) {
  return (
    <>
      <span translate="no">{mail_service_provider}</span>
      {transport !== null && <span className={classes.note}>{`via ${MAIL_TRANSPORT_LABELS[transport]}`}</span>}
    </>
  );
}

/** The provider's message ID and reports on a mail, in order of their time; collapsed by default. */
function MailReports({ mail: { reports, message_id } }: { mail: Pick<MailEntry, "reports" | "message_id"> }) {
  const isPrinting = useIsPrinting();
  if (reports.length === 0 && message_id === null) return null;
  const byTime = reports.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
  return (
    <details className={classes.reports} open={isPrinting}>
      <summary>{summaryOf(reports.length)}</summary>
      {message_id !== null && (
        <span className={classes.messageId}>
          <span className={classes.messageIdText} title={`Message ID ${message_id}`}>
            {message_id}
          </span>
          <CopyButton value={message_id} what="message ID" />
        </span>
      )}
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

function summaryOf(reports: number): string {
  if (reports === 0) return "Message ID";
  return reports === 1 ? "1 report" : `${reports} reports`;
}
