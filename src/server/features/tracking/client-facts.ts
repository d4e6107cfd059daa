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

/** Programs that fetch without a person: link checkers of mail systems, crawlers, previews, command lines. */
const PROGRAMS =
  /bot\b|crawl|spider|slurp|scanner|preview|prefetch|monitor|headless|barracuda|proofpoint|mimecast|safelinks|symantec|trendmicro|sophos|forcepoint|fireeye|cisco ?secure|google-?(image|safety)|microsoft office|ms-?office|outlook|thunderbird|facebookexternalhit|whatsapp|telegram|skypeuri|curl|wget|httpie|python|java\/|okhttp|go-http|node-fetch|undici|axios|libwww|perl|ruby|php|postman|insomnia/i;

/** True for a user agent that is no browser in a person's hands; an empty one is none either. */
export function isProgram(userAgent: string): boolean {
  return userAgent === "" || PROGRAMS.test(userAgent);
}

/** A browser that fetches ahead says so, in one of these headers. */
export function isPrefetch(request: FastifyRequest): boolean {
  return ["purpose", "sec-purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|preview/i.test(String(request.headers[name] ?? "")),
  );
}
