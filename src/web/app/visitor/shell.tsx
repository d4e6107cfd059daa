import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import styles from "./shell.module.css";
import { SiteHeader } from "./site-header.tsx";
import { TranslationBar } from "./translation-bar.tsx";

const MAIN = "main";

export function Shell() {
  const { t } = useTranslation();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${MAIN}`}>
        {t("shell.skip")}
      </a>
      <header>
        <TranslationBar />
        <SiteHeader />
      </header>
      <main id={MAIN} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <p>{t("shell.copyright")}</p>
      </footer>
    </div>
  );
}
