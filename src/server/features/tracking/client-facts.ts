import Bowser from "bowser";
import type { FastifyRequest } from "fastify";

const UNKNOWN = "Unknown";

/** `Browser-Version-Device-Type`, and the system with its version. A part that is not known is `Unknown` (decision 14). */
export function describeUserAgent(userAgent: string): { browser: string; os: string } {
  if (userAgent === "") return { browser: [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN].join("-"), os: UNKNOWN };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const device = platform.model ?? platform.vendor;
  const parts = [browser.name, browser.version, device, platform.type];
  const system = [os.name, os.version ?? os.versionName].filter((part) => part !== undefined);
  return {
    browser: parts.map((part) => (part ? part.replaceAll("-", " ") : UNKNOWN)).join("-"),
    os: system.join(" ") || UNKNOWN,
  };
}

/** What looks into mails and links before people do, and what draws previews of links. */
const SCANNERS = new RegExp(
  [
    "(?<!cu)bot\\b|crawl|spider|slurp|scanner|preview|prefetch|archiver",
    "barracuda|proofpoint|mimecast|safe-?links|symantec|messagelabs|trend ?micro|sophos|forcepoint|websense|fireeye",
    "trellix|mcafee|fortinet|forti(mail|guard)|ironport|cisco ?secure|cisco-?talos|checkpoint|zscaler|palo ?alto|vade",
    "hornetsecurity|spamexperts|cyren|bitdefender|kaspersky|virustotal|urlscan|netcraft|phish|cloudmark|darktrace|abnormal",
    "google-?(image|safety|read-aloud|inspectiontool)|apis-google|mediapartners|feedfetcher|ggpht|yahoo(mailproxy|cachesystem)",
    "microsoft office|ms-?office|microsoft outlook|ms-outlook|thunderbird|skypeuri|bingpreview",
    "facebookexternalhit|facebookcatalog|meta-external|whatsapp/|telegrambot|viber/|vkshare|embedly|iframely|quora link",
  ].join("|"),
  "i",
);

/** Command lines, libraries, browsers without a screen, watchers. */
const PROGRAMS =
  /headless|phantomjs|puppeteer|playwright|selenium|webdriver|lighthouse|pagespeed|monitor|pingdom|statuscake|uptime|zabbix|nagios|datadog|check_http|curl|wget|httpie|python|aiohttp|scrapy|java\/|okhttp|httpclient|http-client|httpurlconnection|dalvik|cfnetwork|go-http|node-fetch|undici|axios|guzzle|restsharp|libwww|lwp|perl\b|ruby|php|powershell|winhttp|webdav|bits\/|httrack|postman|insomnia/i;

/** Since 1994 every browser in a person's hands begins so, but for the small ones of old telephones. */
const BROWSER = /^(Mozilla|Opera|UCWEB|Nokia|BlackBerry|SAMSUNG-)/;

/** What kind of program a user agent belongs to; null for a browser in a person's hands. */
export function programBehind(userAgent: string): "scanner" | "program" | "nameless" | null {
  if (userAgent === "") return "nameless";
  if (SCANNERS.test(userAgent) || Bowser.parse(userAgent).platform.type === "bot") return "scanner";
  return PROGRAMS.test(userAgent) || !BROWSER.test(userAgent) ? "program" : null;
}

/** A browser that fetches ahead says so, in one of these headers. */
const PURPOSES = ["purpose", "sec-purpose", "x-purpose", "x-moz"];
/** What a browser fetches for a person who opens or saves a file; a frame is opened by a person too. */
const OPENED = new Set(["", "document", "empty", "frame", "iframe"]);

/** Why nobody waits for the answer to this request for a file, whatever was announced before; null when somebody may. */
export function whyUnattended({
  method,
  headers,
}: Pick<FastifyRequest, "method" | "headers">): "headers" | "prefetch" | "embedded" | null {
  if (method === "HEAD") return "headers";
  if (PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? "")))) return "prefetch";
  return OPENED.has(String(headers["sec-fetch-dest"] ?? "").toLowerCase()) ? null : "embedded";
}
