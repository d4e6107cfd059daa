import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { successSchema } from "#contract/envelope.ts";
import type { Access, Operation } from "#contract/operation.ts";
import type { SessionMember } from "#server/platform/http/access.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : never;

/** What a handler gets: everything already checked against the contract. */
export interface RouteInput<O extends Operation> {
  params: Parsed<O["params"]>;
  query: Parsed<O["query"]>;
  headers: Parsed<O["headers"]>;
  body: Parsed<O["body"]>;
  /** The signed-in member; absent on calls of visitors and machines. */
  actor: O["access"] extends "public" | "visitor" | "intake" ? undefined : SessionMember;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Extra<O extends Operation> = O["extra"] extends z.ZodRawShape ? z.input<z.ZodObject<O["extra"]>> : object;
/** What a handler returns: the envelope without its status; `httpStatus` when it is not the operation's own. */
export type RouteOutput<O extends Operation> = {
  data: Sent<O["data"]>;
  message?: string;
  httpStatus?: number;
} & Extra<O>;

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** The operation this route serves; the test over all routes reads it. */
    operation?: Operation;
  }
}

/** Registers an operation of the contract: its access, its validation, its envelope. Handlers hold one call. */
export function route<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: (input: RouteInput<O>) => Promise<RouteOutput<O>>,
): void {
  const success = successSchema(operation.data, operation.extra ?? {});
  app.route({
    method: operation.method,
    url: operation.path,
    config: { access: operation.access, operation },
    schema: {
      ...requestSchema(operation),
      response: { "2xx": success },
    },
    handler: async (request, reply) => {
      const { httpStatus, ...output } = await handler(routeInput(request, reply) as RouteInput<O>);
      reply.code(httpStatus ?? operation.successStatus ?? 200);
      return { status: 1, message: "", ...output };
    },
  });
}

/** The same for an operation that answers with a file: the handler sends it itself. */
export function fileRoute<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: (input: RouteInput<O>) => Promise<FastifyReply>,
  options: { exposeHeadRoute?: boolean } = {},
): void {
  app.route({
    ...options,
    method: operation.method,
    url: operation.path,
    config: { access: operation.access, operation },
    schema: requestSchema(operation),
    handler: (request, reply) => handler(routeInput(request, reply) as RouteInput<O>),
  });
}

/**
 * The same for an operation that answers with a stream of events that ends when either side ends it. No HEAD: Fastify's
 * own would open a stream that nobody reads.
 */
export function eventRoute<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: (input: RouteInput<O>) => Promise<Readable>,
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    exposeHeadRoute: false,
    config: { access: operation.access, operation },
    schema: requestSchema(operation),
    handler: async (request, reply) => {
      const body = await handler(routeInput(request, reply) as RouteInput<O>);
      return (
        reply
          .type(EVENT_STREAM)
          .header("cache-control", "no-store")
          .header("x-accel-buffering", "no")
          // The socket ends with the stream: a server that stops would wait for it to be used again.
          .header("connection", "close")
          .send(body)
      );
    },
  });
}

const EVENT_STREAM = "text/event-stream";

/** An answer that lasts as long as a screen is open: its duration says nothing of how fast the server is. */
export function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader("content-type") === EVENT_STREAM;
}

/** Not an operation's `body`, when that is a multipart form or taken letter for letter: those are parsed by the feature itself. */
function requestSchema(operation: Operation) {
  const isParsed = operation.fileField === undefined && operation.rawBody === undefined;
  return {
    summary: operation.summary,
    ...(operation.params && { params: operation.params }),
    ...(operation.query && { querystring: operation.query }),
    ...(operation.headers && { headers: operation.headers }),
    ...(operation.body && isParsed && { body: operation.body }),
  };
}

function routeInput(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, headers, body, member } = request;
  return { params, query, headers, body, actor: member ?? undefined, request, reply };
}
