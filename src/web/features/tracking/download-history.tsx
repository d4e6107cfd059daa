import { useId } from "react";
import type { VisitorDownload } from "#contract/downloads/downloads.ts";
import styles from "./download-history.module.css";
import { HISTORY_COLUMNS, historyRow } from "./history-row.ts";
import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { ReportDownload } from "./report-download.tsx";

interface Props {
  entries: VisitorDownload[];
  refetch: () => Promise<unknown>;
  sendBack: (problem: Problem) => boolean;
}

/** A table; below 1200 px each row is a card that labels its values (`data-label`), so that nothing scrolls sideways. */
export function DownloadHistory({ entries, refetch, sendBack }: Props) {
  const { t, language } = usePage();
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t("history.heading")}</h2>
      <div className={styles.frame}>
        <table className={styles.table} aria-labelledby={heading}>
          <thead>
            <tr>
              {HISTORY_COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`history.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.length === 0 && (
              <tr>
                <td className={styles.empty} colSpan={HISTORY_COLUMNS.length}>
                  {t("messages.noRecords")}
                </td>
              </tr>
            )}
            {entries
              .map((entry, index) => ({ entry, row: historyRow(entry, index, language) }))
              .map(({ entry, row }) => (
                <tr key={row.number}>
                  {HISTORY_COLUMNS.map((column) => (
                    <td key={column} data-column={column} data-label={t(`history.${column}`)}>
                      {/* The names of months differ between versions of the language data. */}
                      <bdi dir={column === "time" ? undefined : "ltr"} suppressHydrationWarning>
                        {row[column]}
                      </bdi>
                      {column === "location" && entry.id !== undefined && (
                        <ReportDownload entry={{ ...entry, id: entry.id }} refetch={refetch} sendBack={sendBack} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
