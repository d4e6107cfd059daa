import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createProxyTrust } from "#server/platform/http/client.ts";
import { registerCompression } from "#server/platform/http/compression.ts";
import { invalidInput, refusal, registerErrors } from "#server/platform/http/errors.ts";
import { isEventStream } from "#server/platform/http/route.ts";
import { checkInput, writeAnswer } from "#server/platform/http/schemas.ts";
import { registerSecurityHeaders } from "#server/platform/http/security.ts";

export interface HttpOptions {
  log: FastifyBaseLogger;
  trustedProxies: string[];
  isHttps: boolean;
  /** Where a person is sent whose link is malformed, such as one with a broken percent encoding; undefined for calls. */
  pageInstead?: (method: string, url: string) => string | undefined;
  /** Called with the error of every failed call. */
  onFailure?: (error: unknown) => void;
}

/** For addresses that are not operations; operations have their own limits. */
const BODY_LIMIT = 1024;

// Fastify sets none of these, so a slow sender could hold its connection forever. A 10 MB upload has two minutes (0.7 Mbit/s).
export const HTTP_TIMEOUTS = { requestTimeout: 120_000, connectionTimeout: 130_000, keepAliveTimeout: 10_000 };

/** Creates a Fastify server with our limits, headers, compression, cookies and error handling, but no routes. */
export async function createHttpServer(options: HttpOptions) {
  const app = fastify({
    loggerInstance: options.log,
    // `registerRequestLog` writes one line per request instead, without the URL.
    logController: new LogController({ disableRequestLogging: true }),
    // A client could forge an id to mix its log lines with another request's.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? createProxyTrust(options.trustedProxies) : false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
    ...HTTP_TIMEOUTS,
    // Requests on open connections are still answered during shutdown; the response closes the connection.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      request.log.debug({ code: error.code }, "malformed request");
      const page = options.pageInstead?.(request.method, request.raw.url ?? "");
      if (page !== undefined) {
        (reply as FastifyReply).redirect(page, 303);
        return;
      }
      // Fastify types this reply too narrowly, as one of a route without responses.
      (reply as FastifyReply).code(400).send(refusal(invalidInput([]), request.id));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  });
  app.server.headersTimeout = 10_000;
  // Handlers expect objects, not text.
  app.removeContentTypeParser("text/plain");
  refuseOtherEncodings(app);
  app.setValidatorCompiler(checkInput);
  app.setSerializerCompiler(writeAnswer);
  registerErrors(app, options.onFailure);
  registerRequestLog(app);
  await registerSecurityHeaders(app, options);
  await registerCompression(app);
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

/** JSON in another encoding than UTF-8 would be stored with U+FFFD in place of its letters. */
function refuseOtherEncodings(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = Buffer.from(body);
    if (isUtf8(bytes)) void parse(request, bytes.toString("utf8"), done);
    else done(new AppError("invalid_input", MESSAGES.bodyNotUtf8));
  });
}

/** Synchronous hooks here use `done`: a promise per call and hook costs measurable time. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    // A proxy and this server could each believe another one (RFC 9112, 3.2).
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length;
    done(hosts > 1 ? invalidInput([]) : undefined);
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route pattern, not the URL: URLs contain order ids and possibly personal data.
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    const message = isEventStream(reply) ? "stream ended" : "request";
    request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, message);
    done();
  });
}

/** Answers malformed HTTP and headers that are too slow or too large with our envelope, then closes the connection. */
function answerBrokenRequest(error: Error & { code?: string }, socket: import("node:net").Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const isLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = isLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify(refusal(new AppError("invalid_input", MESSAGES.invalidInput), randomUUID()));
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body);
}
