import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export interface Attachment {
  stream: Readable;
  bytes: number;
  contentType: string;
  /** Made by the server from [A-Za-z0-9._-], so that it needs no quoting and no second, encoded form (RFC 6266). */
  name: string;
}

/** Sends a stored file as one to keep, never to show: whatever is in it, no page of ours runs it. */
export function sendAttachment(reply: FastifyReply, attachment: Attachment): FastifyReply {
  attachmentHeaders(reply, attachment);
  return reply.send(attachment.stream);
}

/** The headers alone, for HEAD. */
export function attachmentHeaders(reply: FastifyReply, attachment: Omit<Attachment, "stream">): FastifyReply {
  const { bytes, contentType, name } = attachment;
  if (!/^[A-Za-z0-9._-]+$/.test(name)) throw new Error("a served file name is made of [A-Za-z0-9._-]");
  return reply
    .type(contentType)
    .header("content-length", bytes)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .header("accept-ranges", "none")
    .header("content-security-policy", "sandbox; default-src 'none'");
}
