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
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    config: { access: operation.access, operation },
    schema: requestSchema(operation),
    handler: (request, reply) => handler(routeInput(request, reply) as RouteInput<O>),
  });
}

/** Not an operation's `body`, when that is the fields of a multipart form: those are parsed by the upload itself. */
function requestSchema(operation: Operation) {
  const isMultipart = operation.fileField !== undefined;
  return {
    summary: operation.summary,
    ...(operation.params && { params: operation.params }),
    ...(operation.query && { querystring: operation.query }),
    ...(operation.headers && { headers: operation.headers }),
    ...(operation.body && !isMultipart && { body: operation.body }),
  };
}

function routeInput(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, headers, body, member } = request;
  return { params, query, headers, body, actor: member ?? undefined, request, reply };
}
