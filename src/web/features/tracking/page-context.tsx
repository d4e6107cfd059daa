import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { directionOf, type Language } from "#contract/tracking/visitor-languages.ts";
import type { VisitorPage } from "#contract/tracking/visitor-page.ts";
import { rememberLanguage } from "#web/platform/language-cookie.ts";
import type { Words } from "./english.ts";
import { loadWords } from "./load-words.ts";
import { translate, type WordKey, type WordValues } from "./translate.ts";

interface PageContextValue {
  page: VisitorPage;
  language: Language;
  t: (key: WordKey, values?: WordValues) => string;
  /** Switches the language and remembers it. Rejects without a change when its texts can't be loaded. */
  chooseLanguage: (language: Language) => Promise<void>;
}

const PageContext = createContext<PageContextValue | null>(null);

/** The last language chosen: one that loads more slowly than a later one is not shown. */
let chosen: Language | null = null;

/** The page as the server rendered it, and its language, which the visitor may change. */
export function PageProvider({ page, words, children }: { page: VisitorPage; words: Words; children: ReactNode }) {
  const [shown, setShown] = useState({ language: page.language, words });

  const chooseLanguage = useCallback(async (language: Language) => {
    chosen = language;
    const loaded = await loadWords(language);
    if (chosen !== language) return;
    setShown({ language, words: loaded });
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    rememberLanguage(language);
  }, []);

  const value = useMemo(() => {
    const { serviceName } = page;
    const t = (key: WordKey, values?: WordValues) => translate(shown.words, key, { serviceName, ...values });
    return { page, language: shown.language, t, chooseLanguage };
  }, [page, shown, chooseLanguage]);
  return <PageContext value={value}>{children}</PageContext>;
}

/** @throws Error outside of `PageProvider` */
export function usePage(): PageContextValue {
  const value = useContext(PageContext);
  if (value === null) throw new Error("usePage needs a PageProvider");
  return value;
}
