import { type ChangeEvent, useEffect, useEffectEvent, useId } from "react";
import { isLanguage, LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { usePage } from "#web/features/tracking/page-context.tsx";
import { LanguageFailedWords } from "#web/features/tracking/toast-words.tsx";
import { toast } from "#web/platform/toasts.ts";
import styles from "./translation-bar.module.css";

const FAILED = "language-failed";

/** Without script the form reloads the page in the chosen language, at the press of its button. */
export function TranslationBar({ chosenLanguage }: { chosenLanguage: string | undefined }) {
  const { t, language: shown, chooseLanguage } = usePage();
  const id = useId();

  const takeOver = useEffectEvent(() => {
    if (chosenLanguage !== undefined && chosenLanguage !== shown) void choose(chosenLanguage);
  });
  useEffect(() => takeOver(), []);

  async function choose(language: string) {
    if (!isLanguage(language)) return;
    try {
      await chooseLanguage(language);
    } catch {
      toast.error(<LanguageFailedWords />, { id: FAILED });
    }
  }

  return (
    <div className={styles.bar}>
      <form className={styles.inner}>
        <label htmlFor={id}>{t("shell.language")}</label>
        <select
          id={id}
          name="language"
          className={styles.select}
          value={shown}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => void choose(event.target.value)}
        >
          {LANGUAGES.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit" className={styles.select}>
            {t("shell.apply")}
          </button>
        </noscript>
      </form>
    </div>
  );
}
