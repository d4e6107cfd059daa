import countries from "i18n-iso-countries/index.js";
import { UNKNOWN_NATIONALITY } from "#contract/reports.ts";
import { searchKey } from "#contract/text.ts";
import { englishCountryName } from "#server/platform/geo/country-names.ts";

const names = new Map<string, string>();
for (const [code, name] of Object.entries(countries.getNames("en", { select: "all" }))) {
  for (const each of [name].flat()) names.set(searchKey(each), code);
}

/** The ISO alpha-2 code of an alpha-2 or alpha-3 code or English country name, case-insensitive; null if unknown. */
export function nationalityCode(text: string): string | null {
  const key = searchKey(text);
  if (key.length === 2 && countries.isValid(key.toUpperCase())) return key.toUpperCase();
  if (key.length === 3) {
    const code = countries.alpha3ToAlpha2(key.toUpperCase());
    if (code !== undefined) return code;
  }
  return names.get(key) ?? null;
}

/** The English name by which a country is shown. */
export function countryName(code: string | null): string {
  return (code === null ? null : englishCountryName(code)) ?? UNKNOWN_NATIONALITY;
}
