import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { successSchema } from "#contract/envelope.ts";
import { type Access, bodyLimitOf, type OpenedKind, type Operation, type Shows } from "#contract/operation.ts";
import type { SessionMember } from "#server/platform/http/access.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : never;

/** Input of a handler, already validated against the contract. */
export interface RouteInput<O extends Operation> {
  params: Parsed<O["params"]>;
  query: Parsed<O["query"]>;
  headers: Parsed<O["headers"]>;
  body: Parsed<O["body"]>;
  /** The signed-in member; undefined on calls by visitors and machines. */
  actor: O["access"] extends "public" | "visitor" | "intake" ? undefined : SessionMember;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Extra<O extends Operation> = O["extra"] extends z.ZodRawShape ? z.input<z.ZodObject<O["extra"]>> : object;
/** Result of a handler: the envelope without its status; `httpStatus` overrides the operation's default. */
export type RouteOutput<O extends Operation> = {
  data: Sent<O["data"]>;
  message?: string;
  httpStatus?: number;
} & Extra<O> &
  Shown<O["shows"]>;

/** What a handler has shown: the opened order, and the orders of the answer's rows. */
type Shown<S extends Shows | undefined> = S extends OpenedKind
  ? { order: number; rows?: readonly number[] }
  : S extends "rows"
    ? { rows: readonly number[] }
    : object;

interface AnyShown {
  order?: number;
  rows?: readonly number[];
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** The operation this route serves; read by the test over all routes. */
    operation?: Operation;
  }
}

/** Registers an operation of the contract with its access, validation and envelope. Handlers make one service call. */
export function route<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: (input: RouteInput<O>) => Promise<RouteOutput<O>>,
): void {
  const success = successSchema(operation.data, operation.extra ?? {});
  app.route({
    ...routeOf(operation),
    schema: { ...requestSchema(operation), response: { "2xx": success } },
    handler: async (request, reply) => {
      await admit(operation, request);
      const output: RouteOutput<O> & AnyShown = await handler(routeInput(request, reply) as RouteInput<O>);
      count(operation, request, output);
      const { httpStatus, order: _order, rows: _rows, ...answer } = output;
      reply.code(httpStatus ?? operation.successStatus ?? 200);
      return { status: 1, message: "", ...answer };
    },
  });
}

/** Refuses a member who opens too many orders. */
async function admit({ shows }: Operation, { member, server }: FastifyRequest): Promise<void> {
  if (member !== null && isOpened(shows)) await server.shown.admit(member.id);
}

function count({ shows }: Operation, { member, server }: FastifyRequest, { order, rows }: AnyShown): void {
  if (member === null) return;
  if (isOpened(shows) && order !== undefined) server.shown.opened(member.id, shows, order);
  if (rows !== undefined) server.shown.listed(member.id, rows);
}

function isOpened(shows: Shows | undefined): shows is OpenedKind {
  return shows !== undefined && shows !== "rows" && shows !== "nothing";
}

/** A file of an order; the rows of an export are counted with `listed` while they are sent. */
type FileOutput<O extends Operation> = O["shows"] extends OpenedKind ? { order: number } : object;

/** The same for an operation that responds with a file, which `send` sends. */
export function fileRoute<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: (
    input: RouteInput<O> & { listed(orderIds: readonly number[]): void },
  ) => Promise<{ send: () => FastifyReply } & FileOutput<O>>,
): void {
  app.route({
    ...routeOf(operation),
    handler: async (request, reply) => {
      await admit(operation, request);
      const listed = (rows: readonly number[]) => count(operation, request, { rows });
      const input = { ...routeInput(request, reply), listed } as RouteInput<O> & { listed: typeof listed };
      const { send, ...shown }: { send: () => FastifyReply } & AnyShown = await handler(input);
      count(operation, request, shown);
      return send();
    },
  });
}

/**
 * The same for an operation that responds with an event stream. No HEAD route: Fastify's would open a stream without a
 * reader.
 */
export function eventRoute<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: (input: RouteInput<O>) => Promise<Readable>,
): void {
  app.route({
    ...routeOf(operation),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const body = await handler(routeInput(request, reply) as RouteInput<O>);
      return (
        reply
          .type(EVENT_STREAM)
          .header("cache-control", "no-store")
          .header("x-accel-buffering", "no")
          // The socket closes with the stream; a keep-alive socket would delay the server's shutdown.
          .header("connection", "close")
          .send(body)
      );
    },
  });
}

const EVENT_STREAM = "text/event-stream";

/** Event streams last as long as a screen is open, so their durations are not measured. */
export function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader("content-type") === EVENT_STREAM;
}

function routeOf(operation: Operation) {
  return {
    method: operation.method,
    url: operation.path,
    config: { access: operation.access, operation },
    bodyLimit: bodyLimitOf(operation),
    schema: requestSchema(operation),
  };
}

/** Leaves out the `body` of multipart and raw operations: the feature parses those. */
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
