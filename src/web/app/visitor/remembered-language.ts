import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

const KEY = "visitor.language";

/** The language chosen on an earlier visit. */
export function rememberedLanguage(): Language {
  try {
    const code = localStorage.getItem(KEY);
    return isLanguage(code) ? code : DEFAULT_LANGUAGE;
  } catch {
    return DEFAULT_LANGUAGE; // Storage is switched off in this browser.
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    return; // The same: the choice then holds until the page is left.
  }
}
