const FICTION = "555 0###";

/**
 * Countries of travellers: nationality as sent by checkouts, frequency, language of the names, telephone code and number,
 * airports. Numbers are in ranges reserved for fiction or have too few digits, because the demo's call links are real.
 */
export const COUNTRIES: readonly [string, number, string, string, string, ...string[]][] = [
  ["India", 170, "en_IN", "+91", FICTION, "Delhi", "Chennai", "Mumbai", "Bengaluru"],
  ["GB", 100, "en_GB", "+44", "7700 900###", "London", "Manchester"],
  ["Russia", 90, "ru", "+7", FICTION, "Moscow", "Saint Petersburg"],
  ["DEU", 80, "de", "+49", "171 39200##", "Frankfurt", "Munich", "Berlin"],
  ["China", 75, "zh_CN", "+86", FICTION, "Shanghai", "Beijing", "Kunming"],
  ["France", 60, "fr", "+33", "6 39 98 ## ##", "Paris", "Lyon"],
  ["Australia", 65, "en_AU", "+61", FICTION, "Melbourne", "Sydney"],
  ["US", 45, "en_US", "+1", "202-555-01##", "New York", "San Francisco"],
  ["Netherlands", 32, "nl", "+31", FICTION, "Amsterdam"],
  ["ITA", 30, "it", "+39", FICTION, "Milan", "Rome"],
  ["Poland", 28, "pl", "+48", FICTION, "Warsaw", "Katowice"],
  ["Spain", 26, "es", "+34", FICTION, "Madrid", "Barcelona"],
  ["Japan", 24, "ja", "+81", FICTION, "Tokyo", "Osaka"],
  ["KOR", 20, "ko", "+82", FICTION, "Seoul"],
  ["Israel", 24, "he", "+972", FICTION, "Tel Aviv"],
  ["Canada", 24, "en_CA", "+1", "416-555-01##", "Toronto"],
  ["Sweden", 18, "sv", "+46", "70 174 06 ##", "Stockholm"],
  ["Czech Republic", 16, "cs_CZ", "+420", FICTION, "Prague"],
  ["Switzerland", 20, "de_CH", "+41", FICTION, "Zurich"],
  ["Türkiye", 12, "tr", "+90", FICTION, "Istanbul"],
  ["Saudi Arabia", 16, "ar", "+966", FICTION, "Riyadh", "Jeddah"],
  ["Singapore", 16, "en_HK", "+65", FICTION, "Singapore"],
  ["Malaysia", 18, "id_ID", "+60", FICTION, "Kuala Lumpur"],
  // Checkouts send what travellers type, which is not always a known nationality.
  ["Stateless", 2, "en_GB", "+44", "7700 900###", "London"],
];
