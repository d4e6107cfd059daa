import { useTranslation } from "react-i18next";
import styles from "./order-failed.module.css";
import type { Problem } from "./problem.ts";
import { useWords } from "./use-words.ts";

export function OrderFailed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = useTranslation();
  const { problemWords } = useWords();
  return (
    <div role="alert" className={styles.failed}>
      <h2>{t("order.failed")}</h2>
      <p>{problemWords(problem)}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t("order.retry")}
      </button>
    </div>
  );
}
