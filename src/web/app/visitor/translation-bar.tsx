import { type ChangeEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "#web/platform/toasts.ts";
import { chooseLanguage } from "./i18n.ts";
import { isLanguage, LANGUAGES } from "./languages.ts";
import styles from "./translation-bar.module.css";

const FAILED = "language-failed";

export function TranslationBar() {
  const { t, i18n } = useTranslation();
  const id = useId();

  async function choose(event: ChangeEvent<HTMLSelectElement>) {
    const language = event.target.value;
    if (!isLanguage(language)) return;
    try {
      await chooseLanguage(language);
    } catch {
      toast.error(t("shell.languageFailed"), { id: FAILED });
    }
  }

  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <label htmlFor={id}>{t("shell.language")}</label>
        <select id={id} className={styles.select} value={i18n.language} onChange={choose}>
          {LANGUAGES.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
