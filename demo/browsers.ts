/** Browsers of the demo's travellers. */
export const BROWSERS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/128.0.6613.98 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 13; Redmi Note 12) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; SM-A556B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36 Edg/135.0.0.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:138.0) Gecko/20100101 Firefox/138.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0",
] as const;

/** Mail scanners that open links automatically. */
export const SCANNERS = [
  "Mozilla/5.0 (compatible; MailSecurityBot/2.1; +https://mail.example/bot)",
  "Barracuda Sentinel (EE)",
  "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
  "python-requests/2.32.3",
] as const;

export const TIME_ZONES = [
  "Asia/Colombo",
  "Asia/Kolkata",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Moscow",
  "Asia/Shanghai",
  "Asia/Dubai",
  "Australia/Melbourne",
  "America/New_York",
  "Europe/Paris",
  null,
] as const;

/**
 * IP addresses of the demo's visitors: `#` is a number from 16 to 99. They are network addresses, which belong to no host,
 * so that countries can be shown without naming a real person. The last range is reserved for examples and has no country.
 */
export const NETWORKS_4 = [
  "112.134.#.0",
  "175.157.#.0",
  "59.88.#.0",
  "115.255.#.0",
  "2.28.#.0",
  "2.160.#.0",
  "95.24.#.0",
  "86.96.#.0",
  "58.162.#.0",
  "76.225.#.0",
  "80.185.#.0",
  "203.0.113.#",
] as const;
export const NETWORKS_6 = ["2402:4000:#::", "2405:200:#::", "2a00:23c4:#::", "2a02:908:#::", "2001:db8:#::"] as const;
