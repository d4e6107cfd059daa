import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";

/** A shorter answer takes a few packets either way. Of a stream the length is not known. */
export const COMPRESSED_FROM_BYTES = 10_000;
/** A hundred rows, compressed in less than a millisecond and sent with their length; more rows on another thread. */
const AT_ONCE_BYTES = 32_000;

const TEXT = /^(?:text\/(?!event-stream)|application\/json)/;

/**
 * Compresses text for the clients that accept it. Files and event streams pass as they are: a file has its own compression
 * and an announced length, an event must not wait in a buffer.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook("onRoute", (route) => {
    // By its declaration: the library also compresses `application/octet-stream`, as which documents are declared.
    const { binary } = route.config?.operation ?? {};
    if (binary !== undefined && !TEXT.test(binary)) route.compress = false;
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    // Not only when it is compressed: a cache would give the plain answer to everyone.
    if (!isSmall(payload) && isText(reply)) reply.header("vary", "accept-encoding");
    done();
  });
  // After the access check. Unpacked, a body could be a thousand times its limit.
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined || encoding.toLowerCase() === "identity") return done();
    reply.header("accept-encoding", "identity");
    done(new AppError("unsupported_type", MESSAGES.bodyCompressed));
  });
  await app.register(compress, {
    globalDecompression: false,
    threshold: COMPRESSED_FROM_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    customTypes: TEXT,
    // Each makes an eighth of 500 rows: zstd in half a millisecond, br in one, gzip in two.
    encodings: ["zstd", "br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  });
  app.addHook("onRoute", ({ method, onSend }) => {
    // Fastify answers HEAD by the route of GET and a hook that drops the body. The library's hook, just added behind it,
    // belongs before it: the headers are then those of GET, with the same length.
    if (method === "HEAD" && Array.isArray(onSend)) onSend.unshift(...onSend.splice(-1));
  });
}

const isSmall = (payload: unknown) => typeof payload === "string" && Buffer.byteLength(payload) < COMPRESSED_FROM_BYTES;
const isText = (reply: FastifyReply) => TEXT.test(String(reply.getHeader("content-type")));
