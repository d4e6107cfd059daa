import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { pageConfig } from "#web/platform/page-config.ts";
import styles from "./shell.module.css";

/** Stands outside the router and the shell, either of which may be what failed. `requestId` is the failed request's. */
export function CrashPage({ requestId }: { requestId: string | undefined }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("crash.heading");
  // What had the focus is gone with the page: a screen reader starts again here.
  useEffect(() => {
    document.title = `${title} · ${pageConfig().serviceName}`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className={styles.main}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{t("crash.words")}</p>
      {requestId !== undefined && <p>{t("problem.reference", { reference: requestId })}</p>}
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {t("crash.reload")}
      </button>
    </main>
  );
}
