import type { FastifyRequest } from "fastify";
import { shownIp } from "#contract/downloads.ts";
import { cleanLine } from "#contract/text.ts";

/** The caller's address: the connection's, or what a proxy in TRUSTED_PROXIES says. */
export function clientIp(request: FastifyRequest): string {
  return shownIp(request.ip);
}

/** The caller's User-Agent as text we keep: one clean line of at most 1000 characters. */
export function userAgent(request: FastifyRequest): string {
  return cleanLine(request.headers["user-agent"] ?? "").slice(0, 1000);
}
