// Not the package's entry, which loads the names in all 79 languages.
import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

countries.registerLocale(english);

/** The English name of an ISO alpha-2 code; null for an unknown code. */
export function englishCountryName(code: string): string | null {
  return countries.getName(code, "en") ?? null;
}
