import type { MailReport } from "#contract/mail/mail.ts";
import { Instant } from "#web/ui/instant.tsx";
import classes from "./mail.module.css";
import { reportWords } from "./mail-state.ts";

/** The provider's reports on a mail, in order of their time; collapsed by default. */
export function MailReports({ reports }: { reports: readonly MailReport[] }) {
  if (reports.length === 0) return null;
  const byTime = reports.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
  return (
    <details className={classes.reports}>
      <summary>{reports.length === 1 ? "1 report" : `${reports.length} reports`}</summary>
      <ul>
        {byTime.map((report) => (
          <li key={report.id}>
            <Instant at={report.at} /> <span>{reportWords(report)}</span>
            {report.detail !== null && <span className={classes.words}>{report.detail}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
