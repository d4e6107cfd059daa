import type { ReactNode } from "react";
import { usePage } from "#web/features/tracking/page-context.tsx";
import styles from "./shell.module.css";
import { SiteHeader } from "./site-header.tsx";
import { Toasts } from "./toasts.tsx";
import { TranslationBar } from "./translation-bar.tsx";

const MAIN = "main";

export function Shell({ chosenLanguage, children }: { chosenLanguage: string | undefined; children: ReactNode }) {
  const { t } = usePage();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${MAIN}`}>
        {t("shell.skip")}
      </a>
      <header>
        <TranslationBar chosenLanguage={chosenLanguage} />
        <SiteHeader />
      </header>
      <Toasts />
      <main id={MAIN} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <p>{t("shell.copyright")}</p>
      </footer>
    </div>
  );
}
