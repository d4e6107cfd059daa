import { pipeline, type Readable, Transform } from "node:stream";
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
  return reply.send(exactly(attachment));
}

/**
 * Breaks off when the storage gives more or less than it announced: Node would end such an answer as if it were whole.
 * The last byte leaves together with the answer's end: a caller who closes as soon as he has it all would otherwise look
 * like one who left while the answer was still open.
 */
function exactly({ stream, bytes }: Attachment): Readable {
  let passed = 0;
  let last: Buffer | undefined;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed < bytes) done(null, chunk);
      else {
        last = chunk;
        done(passed > bytes ? wrongLength() : null);
      }
    },
    flush: (done) => (passed === bytes ? done(null, last) : done(wrongLength())),
  });
  // Who reads the counter meets the error there.
  return pipeline(stream, counter, () => undefined);
}

const wrongLength = () => new Error("a stored file is not as long as it should be");

/** Sends a document that the program made itself, to be looked at in a tab. */
export function sendInline(
  reply: FastifyReply,
  file: { content: Buffer; contentType: string; name: string },
): FastifyReply {
  requirePlainName(file.name);
  return reply
    .type(file.contentType)
    .header("content-disposition", `inline; filename="${file.name}"`)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .send(file.content);
}

/**
 * Sends a file to keep that is made while it is sent, so that nobody knows its length. When its stream fails the
 * connection is cut: the receiver sees that the end is missing.
 */
export function sendDownload(reply: FastifyReply, file: Omit<Attachment, "bytes">): FastifyReply {
  return keptFileHeaders(reply, file).send(file.stream);
}

/** The headers alone, for HEAD. */
export function attachmentHeaders(reply: FastifyReply, attachment: Omit<Attachment, "stream">): FastifyReply {
  return keptFileHeaders(reply, attachment).header("content-length", attachment.bytes);
}

function keptFileHeaders(reply: FastifyReply, { contentType, name }: Pick<Attachment, "contentType" | "name">) {
  requirePlainName(name);
  return reply
    .type(contentType)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .header("accept-ranges", "none")
    .header("content-security-policy", "sandbox; default-src 'none'");
}

function requirePlainName(name: string): void {
  if (!/^[A-Za-z0-9._-]+$/.test(name)) throw new Error("a served file name is made of [A-Za-z0-9._-]");
}
