import { useTranslation } from "react-i18next";
import styles from "./download-now.module.css";
import type { DownloadPhase } from "./use-download.ts";
import { useWords } from "./use-words.ts";

interface DownloadNowProps {
  file1: string | null;
  phase: DownloadPhase;
  onDownload: (file1: string) => void;
}

export function DownloadNow({ file1, phase, onDownload }: DownloadNowProps) {
  const { t } = useTranslation();
  const { problemWords } = useWords();

  function line(): string | null {
    if (file1 === null) return t("download.later");
    if (phase.name === "idle") return null;
    if (phase.name !== "failed") return t(`download.${phase.name}`);
    return phase.problem.kind === "wait" ? problemWords(phase.problem) : t("download.failed");
  }

  const isBusy = phase.name === "preparing";
  return (
    <div className={styles.row}>
      {/* While busy it is only marked as disabled: a button that is disabled loses the keyboard's focus. */}
      <button
        type="button"
        className="button"
        disabled={file1 === null}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy}
        onClick={() => file1 !== null && onDownload(file1)}
      >
        {t("download.button")}
      </button>
      <p role="status" className={styles.line} data-failed={phase.name === "failed"}>
        {line()}
      </p>
    </div>
  );
}
