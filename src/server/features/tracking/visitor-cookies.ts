import type { FastifyReply, FastifyRequest } from "fastify";
import { XSRF_COOKIE, XSRF_HEADER } from "#contract/tracking.ts";
import { xsrfTokenOf } from "./visitor-token.ts";

const VISITOR_COOKIE = "visitor";

/** Both cookies of a visitor; the second is readable by our page, and by no other site. */
export function setVisitorCookies(
  reply: FastifyReply,
  token: string,
  options: { isHttps: boolean; maxAgeSeconds: number },
): void {
  const common = {
    path: "/",
    sameSite: "strict",
    secure: options.isHttps,
    maxAge: options.maxAgeSeconds,
  } as const;
  reply.setCookie(VISITOR_COOKIE, token, { ...common, httpOnly: true });
  reply.setCookie(XSRF_COOKIE, xsrfTokenOf(token), { ...common, httpOnly: false });
}

export function visitorTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[VISITOR_COOKIE];
}

export function xsrfHeaderOf(request: FastifyRequest): string {
  return String(request.headers[XSRF_HEADER.toLowerCase()] ?? "");
}

/** A browser says when another site made it call; our own page is `same-origin`. */
export function isCrossSite(request: FastifyRequest): boolean {
  return request.headers["sec-fetch-site"] === "cross-site";
}
