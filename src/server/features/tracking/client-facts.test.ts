import { expect, it } from "vitest";
import { splitBrowser } from "#contract/downloads/download-labels.ts";
import { BROWSERS, SCANNERS } from "#test/support/user-agents.ts";
import { describeUserAgent, programBehind, whyUnattended } from "./client-facts.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

it("writes four parts that the page can split again @2-165", () => {
  expect(describeUserAgent(IPHONE)).toEqual({ browser: "Safari-17.4-iPhone-mobile", os: "iOS 17.4" });
  expect(splitBrowser(describeUserAgent(IPHONE).browser)).toEqual({
    browser: "Safari",
    device: "iPhone",
    deviceType: "iPhone mobile",
  });
  expect(describeUserAgent(WINDOWS)).toEqual({ browser: "Chrome-126.0.0.0-Unknown-desktop", os: "Windows NT 10.0" });
});

it("returns Unknown for unknown parts and lets no hyphen create a fifth part", () => {
  expect(describeUserAgent("")).toEqual({ browser: "Unknown-Unknown-Unknown-Unknown", os: "Unknown" });
  for (const userAgent of ["-", "a-b/c-d", "Some-Thing/1-2-3 (X-Y)", "\u0000"]) {
    expect(describeUserAgent(userAgent).browser.split("-")).toHaveLength(4);
  }
});

it.each([
  ["nameless", ""],
  ["program", "curl/8.5.0"],
  ["program", "python-requests/2.32.3"],
  [
    "program",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36",
  ],
  ["program", "Apache-HttpClient/4.5.14 (Java/17.0.2)"],
  ["program", "Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.19041.1"],
  ["program", "Dalvik/2.1.0 (Linux; U; Android 14; SM-S921B Build/UP1A)"],
  ["program", "SomethingNew/1.0"],
  ["scanner", "Googlebot/2.1 (+http://www.google.com/bot.html)"],
  ["scanner", "Mozilla/5.0 (compatible; MailSecurityBot/2.1; +https://mail.example/bot)"],
  ["scanner", "Barracuda Sentinel (EE)"],
  ["scanner", "Mozilla/5.0 (compatible; proofpoint-urldefense)"],
  ["scanner", "Mimecast-LinkChecker/1.0"],
  ["scanner", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) SafeLinks"],
  ["scanner", "Mozilla/4.0 (compatible; ms-office; MSOffice 16)"],
  ["scanner", "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)"],
  ["scanner", "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"],
  ["scanner", "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html"],
  ["scanner", "facebookexternalhit/1.1 Facebot Twitterbot/1.0"],
  ["scanner", "WhatsApp/2.24.6.77 A"],
  ["scanner", "TelegramBot (like TwitterBot)"],
  [
    "scanner",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityUser/1.0; +https://example.com)",
  ],
  ["scanner", "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0) LinkCheck by Example.com"],
  ["scanner", "Mozilla/5.0 (compatible; Cloudflare-Healthchecks/1.0; +https://example.com/)"],
  [
    "scanner",
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  ],
  [
    "scanner",
    "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; x@example.com)",
  ],
  ["scanner", "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"],
])("classifies as %s the user agent %j", (kind, userAgent) => {
  expect(programBehind(userAgent)).toBe(kind);
});

it.each([
  IPHONE,
  WINDOWS,
  ...BROWSERS,
  "Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Xiaomi; Android 13; SDK 33; AVERAGE)",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/490.0]",
  ...[
    "M BOT TAB 101 Build/X",
    "Spider 8",
    "PHP110",
    "Ruby",
    "Perl X2",
    "Crawler One Build/Q",
    "Curl Pro",
    "Monitor 5",
  ].map(
    (model) =>
      `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36`,
  ),
  "Mozilla/5.0 (Linux; U; Android 10; en-gb; Redmi Spider Build/QKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/89.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/13.9.3-gn",
  "Mozilla/5.0 (Linux; Android 12; RUBY BOT; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36",
  "Opera/9.80 (Android; Opera Mini/36.2/191.256; U; en) Presto/2.12.423 Version/12.16",
  "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko",
])("accepts as a person's browser %j", (userAgent) => {
  expect(programBehind(userAgent)).toBeNull();
});

it.each([
  ["GET", {}, null],
  ["HEAD", {}, "headers"],
  ["GET", { purpose: "prefetch" }, "prefetch"],
  ["GET", { "sec-purpose": "prefetch;prerender" }, "prefetch"],
  ["GET", { "sec-purpose": "Prefetch;anonymous-client-ip" }, "prefetch"],
  ["GET", { "x-moz": "prefetch" }, "prefetch"],
  ["GET", { "x-purpose": "preview" }, "prefetch"],
  ["GET", { "sec-fetch-dest": "image" }, "embedded"],
  ["GET", { "sec-fetch-dest": "object" }, "embedded"],
  // Sent by Chromium for a link with `download`, as on our page.
  ["GET", { "sec-fetch-dest": "empty", "sec-fetch-mode": "no-cors", "sec-fetch-site": "same-origin" }, null],
  ["GET", { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-user": "?1" }, null],
] as const)("classifies %s with %j as %s", (method, headers, reason) => {
  expect(whyUnattended({ method, headers })).toBe(reason);
});

it("recognises all scanners of the demo", () => {
  for (const userAgent of SCANNERS) expect([userAgent, programBehind(userAgent)]).not.toEqual([userAgent, null]);
});
