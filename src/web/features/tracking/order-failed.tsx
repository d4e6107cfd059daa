import type { SubmitEvent } from "react";
import styles from "./order-failed.module.css";
import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useWords } from "./use-words.ts";

export function OrderFailed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = usePage();
  const { problemWords } = useWords();
  const retry = (event: SubmitEvent) => {
    event.preventDefault();
    onRetry();
  };
  return (
    <div role="alert" className={styles.failed}>
      <h2>{t("order.failed")}</h2>
      <p>{problemWords(problem)}</p>
      {/* Without script it reloads the page. */}
      <form onSubmit={retry}>
        <button type="submit" className="button">
          {t("order.retry")}
        </button>
      </form>
    </div>
  );
}
