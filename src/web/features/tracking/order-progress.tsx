import { useTranslation } from "react-i18next";
import type { OrderStatus } from "#contract/order-status.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import styles from "./order-progress.module.css";
import { STATUS_SENTENCE, sentenceKey } from "./status-sentence.ts";

export function OrderProgress({ status, file1 }: { status: OrderStatus; file1: string | null }) {
  const { t } = useTranslation();
  const key = sentenceKey(status, file1);
  const isCompleted = key === STATUS_SENTENCE.Completed;
  return (
    <div className={styles.panel} data-completed={isCompleted}>
      <svg className={styles.icon} aria-hidden="true" viewBox="0 0 24 24" width="32" height="32">
        <circle cx="12" cy="12" r="11" />
        <path d={isCompleted ? "m7 12.500 3.500 3.500L17 8.500" : "M12 6.500V12l3.500 2.500"} />
      </svg>
      <div>
        <p className={styles.sentence}>{t(key)}</p>
        {isCompleted ? (
          <p>{t("order.thanks")}</p>
        ) : (
          <p>
            <a href={pageConfig().links.contact}>{t("order.contact")}</a>
          </p>
        )}
      </div>
    </div>
  );
}
