import { formatDay } from "#contract/dates.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import { isolated } from "./isolated.ts";
import styles from "./order-steps.module.css";
import { usePage } from "./page-context.tsx";

/** What has happened to the order, with its days; nothing that is only expected. */
export function OrderSteps({ steps }: { steps: NonNullable<MainResult["steps"]> }) {
  const { t } = usePage();
  if (steps.length === 0) return null;
  return (
    <ol className={styles.steps} aria-label={t("steps.label")}>
      {steps.map(({ step, at }) => (
        <li key={step}>
          <span className={styles.step}>{t(`steps.${step}`)}</span> <time dateTime={at}>{isolated(formatDay(at))}</time>
        </li>
      ))}
    </ol>
  );
}
