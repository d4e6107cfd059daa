import { closest, distance } from "fastest-levenshtein";
import countries from "i18n-iso-countries/index.js";
import { UNKNOWN_NATIONALITY } from "#contract/reports/reports.ts";
import { foldedText } from "#contract/text.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { englishCountryName } from "#server/platform/geo/country-names.ts";

/** English names that neither ISO 3166 nor Unicode lists. */
const ALIASES: Record<string, readonly string[]> = {
  AE: ["UAE", "Emirates"],
  BA: ["Bosnia"],
  CD: ["DR Congo", "DRC", "Congo DR", "Congo, the Democratic Republic of the", "Zaire"],
  CG: ["Congo Republic", "Congo Brazzaville"],
  CN: ["PR China", "PRC", "People's Republic of China", "Mainland China"],
  CV: ["Cabo Verde"],
  CZ: ["Czech Republic"],
  // The letter of German passports.
  DE: ["D"],
  FK: ["Malvinas"],
  // With the codes of British passports for those who are no British citizens (ICAO document 9303, part 3, section 5).
  GB: ["Britain", "England", "Scotland", "Wales", "Northern Ireland", "GBD", "GBN", "GBO", "GBP", "GBS"],
  HK: ["Hong Kong China", "Hong Kong SAR"],
  IE: ["Eire", "Republic of Ireland"],
  IR: ["Islamic Republic of Iran", "Persia"],
  KP: ["DPRK", "Democratic People's Republic of Korea", "Korea North"],
  KR: ["Korea", "Korea South"],
  LK: ["Ceylon"],
  MK: ["Macedonia"],
  MM: ["Burma"],
  MO: ["Macau", "Macau SAR", "Macao China", "Macau China"],
  NL: ["Holland"],
  PS: ["Palestinian Territory"],
  RU: ["Russian Federation"],
  SA: ["KSA"],
  ST: ["Sao Tome"],
  SY: ["Syria"],
  SZ: ["Swaziland"],
  TL: ["East Timor"],
  TR: ["Turkiye", "Turkey"],
  TW: ["Republic of China", "Chinese Taipei"],
  US: ["America"],
  VA: ["Vatican", "Holy See"],
  XK: ["RKS"],
};

/** Names of two countries. */
const AMBIGUOUS = ["Congo", "Saint Martin", "Virgin Islands"];
/** Names to which a title gives another meaning. */
const CHANGED_BY_TITLE = new Set(["china", "congo", "korea"]);

/** Titles that stand before a name: "Republic of India", "Kingdom of Spain". */
const TITLE =
  /^(?:(?:federal|people's|democratic|islamic|arab|socialist|plurinational|bolivarian|oriental|independent|co-operative|cooperative|united)\s)*(?:republic|kingdom|state|commonwealth|principality|sultanate|grand duchy|federation|emirate|union)\sof\s/;

const folded = (text: string) =>
  foldedText(text)
    .replace(/&/g, " and ")
    .replace(/\(the\)|\bthe\b/g, " ")
    .replace(/\bst\b(?=\.?\s*\S)/g, "saint")
    .trim();
const key = (text: string) => folded(text).replace(/[^\p{L}\p{M}]/gu, "");

const codes = Object.keys(countries.getAlpha2Codes());
const names = new Map<string, string>();

/** Adds names to those that are known. One that two codes have is left out. */
function add(all: readonly (readonly [code: string, name: string | undefined])[]): void {
  const found = new Map<string, string | null>();
  for (const [code, name] of all) {
    if (name === undefined) continue;
    // "Micronesia, Federated States of" is also written the other way round.
    for (const each of [name, name.replace(/^(.+), (.+)$/, "$2 $1")].map(key)) {
      const other = found.get(each);
      found.set(each, other === undefined || other === code ? code : null);
    }
  }
  for (const [name, code] of found) if (code !== null && name !== "" && !names.has(name)) names.set(name, code);
}

const english = countries.getNames("en", { select: "all" });
add(Object.entries(ALIASES).flatMap(([code, all]) => all.map((name) => [code, name] as const)));
add(codes.flatMap((code) => [english[code] ?? []].flat().map((name) => [code, name] as const)));
for (const [language] of LANGUAGES) {
  for (const style of ["long", "short"] as const) {
    const display = new Intl.DisplayNames(language, { type: "region", style, fallback: "none" });
    add(codes.map((code) => [code, display.of(code)] as const));
  }
}
const ambiguous = new Set(AMBIGUOUS.map(key));
for (const name of ambiguous) names.delete(name);

/**
 * The ISO alpha-2 code of an alpha-2 or alpha-3 code or of a country's name, in English or a visitor's language, in any
 * case and spelling. Null for what is no country's name, the people's name among them ("British"), and for a name of two.
 */
export function nationalityCode(text: string): string | null {
  const letters = key(text);
  if (letters.length === 2 && countries.isValid(letters.toUpperCase())) return letters.toUpperCase();
  if (letters.length === 3) {
    const code = countries.alpha3ToAlpha2(letters.toUpperCase());
    if (code !== undefined) return code;
  }
  const plain = key(folded(text).replace(TITLE, ""));
  return names.get(letters) ?? (CHANGED_BY_TITLE.has(plain) ? null : names.get(plain)) ?? null;
}

/** Letters that may differ, for each four of the text, in a name that is offered for a misspelt one. */
const MISSPELT_PER_FOUR = 1;
/** Of the names in Latin letters: others are whole words in few letters. */
const latin = [...names.keys()].filter((name) => /^[a-z]{4,}$/.test(name));

/** The English name of the country that a misspelt name probably means, or null. */
export function likelyCountry(text: string): string | null {
  const letters = key(text);
  if (ambiguous.has(letters)) return null;
  if (letters.length < 4 || letters.length > 40) return null;
  const name = closest(letters, latin);
  if (distance(letters, name) > Math.floor(letters.length / 4) * MISSPELT_PER_FOUR) return null;
  return countryName(names.get(name) ?? null);
}

/** The English name by which a country is shown. */
export function countryName(code: string | null): string {
  return (code === null ? null : englishCountryName(code)) ?? UNKNOWN_NATIONALITY;
}
