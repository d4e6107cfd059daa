import { useTranslation } from "react-i18next";
import styles from "./shell.module.css";

/** Stands outside the router and the shell, either of which may be what failed. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <main className={styles.main}>
      <h1>{t("crash.heading")}</h1>
      <p>{t("crash.words")}</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {t("crash.reload")}
      </button>
    </main>
  );
}
