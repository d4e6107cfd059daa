import type { FastifyRequest } from "fastify";
import { shownIp } from "#contract/downloads.ts";
import { cleanLine } from "#contract/text.ts";

/** Who is at the other end, as far as evidence may say it. */
export interface Client {
  /** The connection's address, or the one that a trusted proxy vouches for. */
  ip: string;
  /** As sent, without control characters, at most 1,000 characters; empty when none was sent. */
  userAgent: string;
}

const USER_AGENT_LENGTH = 1000;

export function clientOf(request: FastifyRequest): Client {
  // The cut may split a character in two, which the database would not take.
  const userAgent = cleanLine(request.headers["user-agent"] ?? "")
    .slice(0, USER_AGENT_LENGTH)
    .toWellFormed();
  return { ip: shownIp(request.ip), userAgent };
}
