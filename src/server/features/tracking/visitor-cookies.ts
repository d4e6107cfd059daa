import type { FastifyReply, FastifyRequest } from "fastify";
import { XSRF_COOKIE, XSRF_HEADER } from "#contract/tracking/visitor-calls.ts";
import { isLanguage, LANGUAGE_COOKIE, type Language } from "#contract/tracking/visitor-languages.ts";
import { xsrfTokenOf } from "./visitor-token.ts";

/** With the prefix, browsers accept the cookie only from this host over https; no sibling host can set it. */
const visitorCookie = (isHttps: boolean) => (isHttps ? "__Host-visitor" : "visitor");

const common = (isHttps: boolean) => ({ path: "/", sameSite: "strict", secure: isHttps }) as const;

/** Sets both cookies of a visitor; the second is readable by scripts of our page only. */
export function setVisitorCookies(
  reply: FastifyReply,
  token: string,
  { isHttps, maxAgeSeconds: maxAge }: { isHttps: boolean; maxAgeSeconds: number },
): void {
  reply.setCookie(visitorCookie(isHttps), token, { ...common(isHttps), maxAge, httpOnly: true });
  reply.setCookie(XSRF_COOKIE, xsrfTokenOf(token), { ...common(isHttps), maxAge, httpOnly: false });
}

export function clearVisitorCookies(reply: FastifyReply, { isHttps }: { isHttps: boolean }): void {
  reply.clearCookie(visitorCookie(isHttps), { ...common(isHttps), httpOnly: true });
  reply.clearCookie(XSRF_COOKIE, common(isHttps));
}

export function visitorTokenOf(request: FastifyRequest, { isHttps }: { isHttps: boolean }): string | undefined {
  return request.cookies[visitorCookie(isHttps)];
}

export function xsrfHeaderOf(request: FastifyRequest): string {
  return String(request.headers[XSRF_HEADER.toLowerCase()] ?? "");
}

/** True when the browser declares that another site, or a neighbouring host of ours, initiated the request. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** The language that the visitor chose on the page; undefined if they chose none of ours. */
export function chosenLanguage({ cookies }: FastifyRequest): Language | undefined {
  const chosen = cookies[LANGUAGE_COOKIE];
  return isLanguage(chosen) ? chosen : undefined;
}
