/** The languages of the visitor area in the order of the menu, each by its own name. */
export const LANGUAGES = [
  ["en", "English"],
  ["si", "සිංහල"],
  ["ta", "தமிழ்"],
  ["hi", "हिन्दी"],
  ["zh", "中文"],
  ["ru", "Русский"],
  ["de", "Deutsch"],
  ["fr", "Français"],
  ["es", "Español"],
  ["ar", "العربية"],
] as const;
export type Language = (typeof LANGUAGES)[number][0];

export const DEFAULT_LANGUAGE: Language = "en";

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some(([known]) => known === code);
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}
