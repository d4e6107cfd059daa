import type { MainResult } from "#contract/tracking/tracking.ts";
import styles from "./order-progress.module.css";
import { usePage } from "./page-context.tsx";
import { asksForContact, STATUS_SENTENCE, sentenceKey } from "./status-sentence.ts";

export function OrderProgress({ order, file1 }: { order: MainResult; file1: string | null }) {
  const { t, page } = usePage();
  const { process_status: status, refund_date: refundDate } = order;
  const key = sentenceKey({ status, file1, refundDate });
  const isCompleted = key === STATUS_SENTENCE.Completed;
  const { links, supportEmail } = page;
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
            <a href={links.contact}>{t(asksForContact(status) ? "order.contactNow" : "order.contact")}</a>
          </p>
        )}
        {supportEmail !== null && asksForContact(status) && (
          <p>
            <a href={`mailto:${supportEmail}`} dir="ltr">
              {supportEmail}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
