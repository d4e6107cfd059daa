import { type SubmitEvent, useId, useState } from "react";
import { formatDay } from "#contract/dates.ts";
import type { VisitorDownload } from "#contract/downloads/downloads.ts";
import { reportPath } from "#contract/tracking/visitor-paths.ts";
import styles from "./form-card.module.css";
import { isolated } from "./isolated.ts";
import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

interface Props {
  entry: VisitorDownload & { id: number };
  refetch: () => Promise<unknown>;
  sendBack: (problem: Problem) => boolean;
}

/** "Not you?" of one download; once said, when. Without script the form is sent as it is. */
export function ReportDownload({ entry, refetch, sendBack }: Props) {
  const { t } = usePage();
  const { first } = useVisitor();
  const { problemWords } = useWords();
  const id = useId();
  const typed = first?.typedReport?.downloadId === String(entry.id) ? first.typedReport : undefined;
  const arrivedWith = typed === undefined ? undefined : first?.problem;
  const [failed, setFailed] = useState(arrivedWith === undefined ? "" : problemWords(arrivedWith));
  const [isSending, setSending] = useState(false);
  const { order_id: orderId, id: downloadId, reported_at: reportedAt } = entry;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const note = String(new FormData(event.currentTarget).get("note") ?? "");
    setSending(true);
    const answer = await visitorApi.reportDownload({ orderId: String(orderId), downloadId, note });
    setSending(false);
    if (answer.ok) await refetch();
    else if (!sendBack(answer.problem)) setFailed(problemWords(answer.problem));
  }

  if (reportedAt != null) {
    return (
      <p className={styles.hint} role="status">
        {t("report.done", { date: isolated(formatDay(reportedAt)) })}
      </p>
    );
  }
  return (
    <details open={typed !== undefined}>
      <summary className={styles.summary}>{t("report.summary")}</summary>
      <form className={styles.form} method="post" action={reportPath(orderId)} onSubmit={submit}>
        <p>{t("report.words")}</p>
        <input type="hidden" name="downloadId" value={downloadId} />
        <label htmlFor={`${id}-note`}>{t("correction.note")}</label>
        <textarea id={`${id}-note`} name="note" rows={2} maxLength={500} dir="auto" defaultValue={typed?.note ?? ""} />
        <p role="alert" className={styles.error}>
          {failed !== "" && <span>{failed}</span>}
        </p>
        <button type="submit" className="button" aria-disabled={isSending} aria-busy={isSending}>
          {t("report.send")}
        </button>
      </form>
    </details>
  );
}
