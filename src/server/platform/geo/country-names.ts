import countries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

countries.registerLocale(english);

/** The one English name of an ISO alpha-2 code; null for a code that is none. */
export function englishCountryName(code: string): string | null {
  return countries.getName(code, "en") ?? null;
}
