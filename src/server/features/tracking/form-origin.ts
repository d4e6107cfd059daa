import type { FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";

/**
 * Requires that a form was sent by a page of ours. A form carries no token: a page that works without script could not
 * read one from its cookie.
 * @param publicUrl null for a program on this machine, which is reached under several names
 * @throws AppError xsrf, also when the browser declares nothing
 */
export function requireOwnForm({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string | null): void {
  const site = headers["sec-fetch-site"];
  const own = publicUrl === null ? `http://${headers.host}` : new URL(publicUrl).origin;
  const isOwn = site === undefined ? headers.origin === own : site === "same-origin";
  if (!isOwn) throw new AppError("xsrf", MESSAGES.xsrf);
}
