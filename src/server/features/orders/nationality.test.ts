import countries from "i18n-iso-countries/index.js";
import { expect, it } from "vitest";
import { countryName, likelyCountry, nationalityCode } from "./nationality.ts";

it.each([
  ["Laos", "LA"],
  ["Macau", "MO"],
  ["Syria", "SY"],
  ["Moldova", "MD"],
  ["Brunei", "BN"],
  ["Vatican City", "VA"],
  ["Micronesia", "FM"],
  ["Federated States of Micronesia", "FM"],
  ["Swaziland", "SZ"],
  ["Burma", "MM"],
  ["Cabo Verde", "CV"],
  ["DR Congo", "CD"],
  ["Congo (Kinshasa)", "CD"],
  ["Democratic Republic of Congo", "CD"],
  ["Republic of the Congo", "CG"],
  ["The Bahamas", "BS"],
  ["Bahamas (the)", "BS"],
  ["East Timor", "TL"],
  ["Korea", "KR"],
  ["Korea (South)", "KR"],
  ["Democratic People's Republic of Korea", "KP"],
  ["North Korea", "KP"],
  ["Holland", "NL"],
  ["Kingdom of the Netherlands", "NL"],
  ["Cote d’Ivoire", "CI"],
  ["CÔTE D'IVOIRE", "CI"],
  ["Trinidad & Tobago", "TT"],
  ["St. Kitts and Nevis", "KN"],
  ["Saint Vincent & the Grenadines", "VC"],
  ["Guinea Bissau", "GW"],
  ["U.S.A.", "US"],
  ["u.k.", "GB"],
  ["England", "GB"],
  ["UAE", "AE"],
  ["Viet Nam", "VN"],
  ["Türkiye", "TR"],
  ["Republic of India", "IN"],
  ["Federal Republic of Germany", "DE"],
  ["People's Republic of China", "CN"],
  ["Republic of China", "TW"],
  ["Russia", "RU"],
  ["Czechia", "CZ"],
  ["Deutschland", "DE"],
  ["États-Unis", "US"],
  ["中国", "CN"],
  ["الهند", "IN"],
  ["ශ්‍රී ලංකාව", "LK"],
  ["lka", "LK"],
  [" gb ", "GB"],
  ["KSA", "SA"],
  ["São Tomé", "ST"],
  ["D", "DE"],
  ["GBN", "GB"],
  ["RKS", "XK"],
])("%s is %s", (text, code) => {
  expect(nationalityCode(text)).toBe(code);
});

it.each([
  "Congo",
  "People's Republic of Korea",
  "Virgin Islands",
  "British",
  "Atlantis",
  "Yugoslavia",
  "Republic of",
  "the",
  "--",
  "",
])("%j is no single country", (text) => {
  expect(nationalityCode(text)).toBeNull();
});

it("knows every code, and every country by the name that it is shown under", () => {
  for (const code of Object.keys(countries.getAlpha2Codes())) {
    expect([code, nationalityCode(code)]).toEqual([code, code]);
    expect([code, nationalityCode(countries.alpha2ToAlpha3(code) ?? "")]).toEqual([code, code]);
    expect([code, nationalityCode(countryName(code))]).toEqual([code, code]);
    const english = new Intl.DisplayNames("en", { type: "region" }).of(code) ?? "";
    if (!english.startsWith("St. Martin")) expect([english, nationalityCode(english)]).toEqual([english, code]);
  }
});

it.each([
  ["Germny", "Germany"],
  ["Untied States", "United States of America"],
  ["Sri Lnka", "Sri Lanka"],
  ["Phillipines", "Philippines"],
  ["Switzerlnd", "Switzerland"],
  ["Wakanda", null],
  ["Saint Martin", null],
  ["XX", null],
  ["", null],
  ["x".repeat(10_000), null],
])("%.20j probably means %s", (text, name) => {
  expect(likelyCountry(text)).toBe(name);
});
