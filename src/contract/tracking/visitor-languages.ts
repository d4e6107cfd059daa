/** The languages of the visitor area in menu order, each by its own name. */
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

/** Holds the language that a visitor chose; written by the page's script and by the server. */
export const LANGUAGE_COOKIE = "language";
export const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60;

const DEFAULT_LANGUAGE: Language = "en";

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some(([known]) => known === code);
}

/** Our language of a tag such as `pt-BR`; undefined if it is none of ours. */
export function languageOf(tag: string): Language | undefined {
  const code = tag.split(/[-_]/)[0]?.toLowerCase();
  return isLanguage(code) ? code : undefined;
}

/** The language's name in itself; the code of an unknown one. */
export const languageName = (code: string): string => LANGUAGES.find(([known]) => known === code)?.[1] ?? code;

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** The language that an `Accept-Language` header prefers among ours; English if it names none of them. */
export function preferredLanguage(header: string): Language {
  const wanted = header
    .slice(0, 500)
    .split(",")
    .map((entry) => {
      const [range = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return { code: range.split("-")[0]?.toLowerCase(), weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of wanted) if (isLanguage(code)) return code;
  return DEFAULT_LANGUAGE;
}
