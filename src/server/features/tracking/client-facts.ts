import Bowser from "bowser";
import type { FastifyRequest } from "fastify";
import { isBot } from "isbot";

const UNKNOWN = "Unknown";

/** `Browser-Version-Device-Type`, and the system with its version. An unknown part is `Unknown` (decision record 0028). */
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

/** Mail and link scanners, and services that render link previews; `isbot` knows the crawlers. */
const SCANNERS = new RegExp(
  [
    "(?<!cu)bot\\b|crawl|spider|slurp|scanner|preview|prefetch|archiver|link-?check",
    "barracuda|proofpoint|mimecast|safe-?links|symantec|messagelabs|trend ?micro|sophos|forcepoint|websense|fireeye",
    "trellix|mcafee|fortinet|forti(mail|guard)|ironport|cisco ?secure|cisco-?talos|checkpoint|zscaler|palo ?alto|vade",
    "hornetsecurity|spamexperts|cyren|bitdefender|kaspersky|virustotal|urlscan|netcraft|phish|cloudmark|darktrace|abnormal",
    "google-?(image|safety|read-aloud|inspectiontool)|apis-google|mediapartners|feedfetcher|ggpht|yahoo(mailproxy|cachesystem)",
    "microsoft office|ms-?office|microsoft outlook|ms-outlook|thunderbird|skypeuri|bingpreview",
    "facebookexternalhit|facebookcatalog|meta-external|whatsapp/|telegrambot|viber/|vkshare|embedly|iframely|quora link",
  ].join("|"),
  "i",
);

/** Command line tools, HTTP libraries, headless browsers, monitoring. */
const PROGRAMS =
  /headless|phantomjs|puppeteer|playwright|selenium|webdriver|lighthouse|pagespeed|monitor|pingdom|statuscake|uptime|zabbix|nagios|datadog|check_http|curl|wget|httpie|python|aiohttp|scrapy|java\/|okhttp|httpclient|http-client|httpurlconnection|dalvik|cfnetwork|go-http|node-fetch|undici|axios|guzzle|restsharp|libwww|lwp|perl\b|ruby|php|powershell|winhttp|webdav|bits\/|httrack|postman|insomnia/i;

/** The model in the user agent of an Android telephone, which its maker may call BOT, Spider or Ruby. */
const MODEL =
  /^(Mozilla\/5\.0 \(Linux;(?: (?:U|arm_64);)? Android[^;)]*;(?: [a-z]{2}(?:[-_][a-zA-Z]{2})?;)?)[^;)]+(?=[;)])/;

/** The prefix of every browser's user agent since 1994, and those of small browsers on old phones. */
const BROWSER = /^(Mozilla|Opera|UCWEB|Nokia|BlackBerry|SAMSUNG-)/;

/** The kind of program a user agent belongs to; null for a browser used by a person. */
export function programBehind(userAgent: string): "scanner" | "program" | "nameless" | null {
  if (userAgent === "") return "nameless";
  const read = userAgent.replace(MODEL, "$1");
  if (SCANNERS.test(read)) return "scanner";
  if (PROGRAMS.test(read) || !BROWSER.test(read)) return "program";
  return isBot(read) ? "scanner" : null;
}

/** Headers in which a browser declares a prefetch. */
const PURPOSES = ["purpose", "sec-purpose", "x-purpose", "x-moz"];
/** `Sec-Fetch-Dest` of a file that a person opens or saves; a frame is opened by a person too. */
const OPENED = new Set(["", "document", "empty", "frame", "iframe"]);

/** Why a request for a file does not come from a waiting person; null when it may. */
export function whyUnattended({
  method,
  headers,
}: Pick<FastifyRequest, "method" | "headers">): "headers" | "prefetch" | "embedded" | null {
  if (method === "HEAD") return "headers";
  if (PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? "")))) return "prefetch";
  return OPENED.has(String(headers["sec-fetch-dest"] ?? "").toLowerCase()) ? null : "embedded";
}
