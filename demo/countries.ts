import type { NameStyle } from "./traveller-names.ts";

/** Countries of the travellers: nationality as sent by checkouts, frequency, names, telephone numbers, routes. */
export interface Country {
  nationality: string;
  weight: number;
  names: NameStyle;
  phoneCode: string;
  /** `#` is a digit. Ranges reserved for fiction, or too few digits, because the demo's call links are real. */
  phone: string;
  cities: readonly string[];
  carriers: readonly string[];
}

const country = (
  nationality: string,
  weight: number,
  names: NameStyle,
  [phoneCode, phone]: [string, string],
  cities: string[],
  carriers: string[],
): Country => ({ nationality, weight, names, phoneCode, phone, cities, carriers });

const GULF = ["EK", "QR", "EY"];

export const COUNTRIES: readonly Country[] = [
  country("India", 170, "en_IN", ["+91", "555 0###"], ["Delhi", "Chennai", "Mumbai", "Bengaluru"], ["UL", "AI", "6E"]),
  country("GB", 100, "en_GB", ["+44", "7700 900###"], ["London", "Manchester"], ["UL", ...GULF]),
  country("Russia", 90, "ru", ["+7", "555 0###"], ["Moscow", "Saint Petersburg"], ["SU", "EK", "FZ"]),
  country("DEU", 80, "de", ["+49", "171 39200##"], ["Frankfurt", "Munich", "Berlin"], ["UL", "TK", ...GULF]),
  country("China", 75, "zh", ["+86", "555 0###"], ["Shanghai", "Beijing", "Kunming"], ["UL", "MU", "CA"]),
  country("France", 60, "fr", ["+33", "6 39 98 ## ##"], ["Paris", "Lyon"], ["UL", "TK", ...GULF]),
  country("Australia", 55, "en_AU", ["+61", "555 0###"], ["Melbourne", "Sydney"], ["UL", "SQ"]),
  country("US", 45, "en_US", ["+1", "202-555-01##"], ["New York", "San Francisco"], ["QR", "EK", "TK"]),
  country("Netherlands", 32, "nl", ["+31", "555 0###"], ["Amsterdam"], ["TK", ...GULF]),
  country("ITA", 30, "it", ["+39", "555 0###"], ["Milan", "Rome"], ["TK", ...GULF]),
  country("Poland", 28, "pl", ["+48", "555 0###"], ["Warsaw", "Katowice"], ["FZ", "QR"]),
  country("Spain", 26, "es", ["+34", "555 0###"], ["Madrid", "Barcelona"], ["QR", "EK"]),
  country("Japan", 24, "ja", ["+81", "555 0###"], ["Tokyo", "Osaka"], ["UL", "SQ", "TG"]),
  country("KOR", 20, "ko", ["+82", "555 0###"], ["Seoul"], ["KE", "SQ"]),
  country("Israel", 24, "he", ["+972", "555 0###"], ["Tel Aviv"], ["FZ", "6H"]),
  country("Canada", 24, "en_CA", ["+1", "416-555-01##"], ["Toronto"], ["QR", "EK"]),
  country("Sweden", 18, "sv", ["+46", "70 174 06 ##"], ["Stockholm"], ["QR", "TK"]),
  country("NO", 12, "nb_NO", ["+47", "555 0###"], ["Oslo"], ["QR", "TK"]),
  country("Denmark", 14, "da", ["+45", "555 0###"], ["Copenhagen"], ["QR", "EK"]),
  country("Czech Republic", 16, "cs_CZ", ["+420", "555 0###"], ["Prague"], ["FZ", "QR"]),
  country("Ukraine", 16, "uk", ["+380", "555 0###"], ["Warsaw", "Vienna"], ["FZ", "TK"]),
  country("Switzerland", 20, "de_CH", ["+41", "555 0###"], ["Zurich"], ["WK", "QR"]),
  country("Türkiye", 12, "tr", ["+90", "555 0###"], ["Istanbul"], ["TK"]),
  country("Greece", 8, "el", ["+30", "555 0###"], ["Athens"], ["QR", "EK"]),
  country("Portugal", 9, "pt_PT", ["+351", "555 0###"], ["Lisbon"], ["EK"]),
  country("BRA", 8, "pt_BR", ["+55", "555 0###"], ["São Paulo"], ["EK", "QR"]),
  country("Saudi Arabia", 16, "ar", ["+966", "555 0###"], ["Riyadh", "Jeddah"], ["UL", "SV"]),
  country("AE", 14, "ar", ["+971", "555 0###"], ["Dubai", "Abu Dhabi"], ["EK", "FZ", "EY"]),
  country("Viet Nam", 8, "vi", ["+84", "555 0###"], ["Ho Chi Minh City"], ["SQ", "TG"]),
  country("Singapore", 16, "en_SG", ["+65", "555 0###"], ["Singapore"], ["SQ", "UL"]),
  country("Malaysia", 18, "en_SG", ["+60", "555 0###"], ["Kuala Lumpur"], ["MH", "AK", "UL"]),
  country("South Africa", 8, "en_ZA", ["+27", "555 0###"], ["Johannesburg"], ["QR", "EK"]),
  country("Maldives", 14, "dv", ["+960", "555 0###"], ["Malé"], ["UL", "Q2"]),
  country("New Zealand", 10, "en_AU", ["+64", "555 0###"], ["Auckland"], ["SQ", "EK"]),
  // Checkouts send what travellers type, which is not always a known nationality.
  country("Stateless", 2, "en_GB", ["+44", "7700 900###"], ["London"], ["UL"]),
];
