import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { DOCUMENT_MAX_BYTES } from "#contract/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createProxyTrust } from "#server/platform/http/client.ts";
import { invalidInput, refusal, registerErrors } from "#server/platform/http/errors.ts";
import { isEventStream } from "#server/platform/http/route.ts";
import { checkInput, writeAnswer } from "#server/platform/http/schemas.ts";
import { registerSecurityHeaders } from "#server/platform/http/security.ts";

export interface HttpOptions {
  log: FastifyBaseLogger;
  trustedProxies: string[];
  isHttps: boolean;
}

/** The largest JSON body: 10,000 order ids with versions are about 400 kB. */
const BODY_LIMIT = 1024 * 1024;

/** A Fastify with our limits, headers, cookies and errors, and not one route. */
export async function createHttpServer(options: HttpOptions) {
  const app = fastify({
    loggerInstance: options.log,
    // Our own line a request, without its address: see `registerRequestLog`.
    logController: new LogController({ disableRequestLogging: true }),
    // An id from outside could be forged to blend into another request's log lines.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? createProxyTrust(options.trustedProxies) : false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
    // Fastify sets none of these: a slow sender would hold its connection for ever. An upload of 10 MB has two minutes (0.7 Mbit/s).
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 10_000,
    // What comes in on an open connection while the server closes is answered like any other, and is its last.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      request.log.debug({ code: error.code }, "malformed request");
      // Fastify types this reply as one of a route that has no answers; it is an answer like any other.
      (reply as FastifyReply).code(400).send(refusal(invalidInput([]), request.id));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  });
  app.server.headersTimeout = 10_000;
  // Fastify would hand text to handlers that expect an object.
  app.removeContentTypeParser("text/plain");
  app.setValidatorCompiler(checkInput);
  app.setSerializerCompiler(writeAnswer);
  registerErrors(app);
  registerRequestLog(app);
  await registerSecurityHeaders(app, options);
  await app.register(cookie);
  await app.register(multipart, {
    limits: {
      fileSize: DOCUMENT_MAX_BYTES,
      files: 1,
      fields: 20,
      fieldSize: 10_000,
      fieldNameSize: 100,
      parts: 30,
      headerPairs: 50,
    },
    throwFileSizeLimit: true,
  });
  return app;
}

/** Its hooks wait for nothing, and a promise for each call and hook is felt: they say `done`, as all such hooks here. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern and no address: addresses hold order ids and, by mistake, worse.
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    const words = isEventStream(reply) ? "stream ended" : "request";
    request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, words);
    done();
  });
}

/** What is no HTTP, or too slow or too large a header, is answered in our envelope and closed. */
function answerBrokenRequest(error: Error & { code?: string }, socket: import("node:net").Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const isLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = isLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify(refusal(new AppError("invalid_input", MESSAGES.invalidInput), randomUUID()));
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body);
}
