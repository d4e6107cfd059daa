import { useEffect, useRef } from "react";
import { usePage } from "#web/features/tracking/page-context.tsx";
import styles from "./shell.module.css";

/** Rendered outside the router and the shell, either of which may be what failed. `requestId` is the failed request's. */
export function CrashPage({ requestId }: { requestId: string | undefined }) {
  const { t, page } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("crash.heading");
  // The focused element is gone with the page: screen readers continue here.
  useEffect(() => {
    document.title = `${title} · ${page.serviceName}`;
    heading.current?.focus();
  }, [title, page.serviceName]);
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
