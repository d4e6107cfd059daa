import type { KeyboardEvent, MouseEvent } from "react";
import { uploadPath } from "#contract/served-name.ts";
import styles from "./download-now.module.css";
import { usePage } from "./page-context.tsx";
import type { DownloadPhase } from "./use-download.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";
import { useWords } from "./use-words.ts";

interface DownloadNowProps {
  orderId: number;
  file1: string | null;
  /** False when no document will follow. */
  isExpected: boolean;
  phase: DownloadPhase;
  onDownload: (file1: string) => void;
}

export function DownloadNow({ orderId, file1, isExpected, phase, onDownload }: DownloadNowProps) {
  const { t } = usePage();
  const { problemWords } = useWords();

  function line(): string | null {
    if (file1 === null) return isExpected ? t("download.later") : null;
    if (phase.name === "idle") return null;
    if (phase.name !== "failed") return t(`download.${phase.name}`);
    return phase.problem.kind === "wait" ? problemWords(phase.problem) : t("download.failed");
  }

  return (
    <div className={styles.row}>
      {file1 === null ? (
        <button type="button" className="button" disabled>
          {t("download.button")}
        </button>
      ) : (
        <DownloadLink
          href={uploadPath(orderId, file1)}
          isBusy={phase.name === "preparing"}
          onPress={() => onDownload(file1)}
        />
      )}
      <p role="status" className={styles.line} data-failed={phase.name === "failed"}>
        {line()}
      </p>
    </div>
  );
}

/** A link to the file. With script it is a button: the press is recorded before the file is fetched. */
function DownloadLink({ href, isBusy, onPress }: { href: string; isBusy: boolean; onPress: () => void }) {
  const { t } = usePage();
  const isButton = useIsHydrated();

  function press(event: MouseEvent) {
    event.preventDefault();
    onPress();
  }
  function pressBySpace(event: KeyboardEvent) {
    if (event.key !== " ") return;
    event.preventDefault();
    onPress();
  }

  return (
    <a
      href={href}
      className="button"
      role={isButton ? "button" : undefined}
      aria-disabled={isBusy || undefined}
      aria-busy={isButton ? isBusy : undefined}
      onClick={press}
      onKeyDown={pressBySpace}
    >
      {t("download.button")}
    </a>
  );
}
