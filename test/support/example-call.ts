import type { Operation } from "#contract/operation.ts";
import { countFilters, FILTER_KEYS, FILTERS_MAX } from "#contract/orders/order-filter.ts";
import type { Role } from "#contract/roles.ts";
import { call } from "./client.ts";
import { exampleOf, type JsonSchema } from "./examples.ts";
import { emailOf, INTAKE_KEY, TEST_PASSWORD, type TestProgram } from "./test-program.ts";
import { proveAddress } from "./visits.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
  /** OpenAPI moves the example of a parameter's schema here. */
  example?: unknown;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, { type: string }> };
}

/** A request in parts, so that a test can corrupt one of them. */
export interface ExampleCall {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

export async function openApiOf(program: TestProgram): Promise<OpenApiDocument> {
  const answer = await fetch(`${program.address}/api/openapi.json`);
  return (await answer.json()) as OpenApiDocument;
}

export function describedIn({ paths }: OpenApiDocument, operation: Operation): DescribedOperation {
  const url = `/api${operation.path.replace(/:(\w+)/g, "{$1}")}`;
  const described = paths[url]?.[operation.method.toLowerCase()];
  if (described === undefined) throw new Error(`${operation.method} ${url} is not in the document`);
  return described;
}

function bodySchema(described: DescribedOperation): JsonSchema | undefined {
  return Object.values(described.requestBody?.content ?? {})[0]?.schema;
}

/** The OpenAPI schema of a body field. */
export function fieldSchema(document: OpenApiDocument, operation: Operation, field: string): JsonSchema | undefined {
  return bodySchema(describedIn(document, operation))?.properties?.[field];
}

/** The schema of a field of an operation's path or query; undefined for an unknown field. */
export function parameterSchema(document: OpenApiDocument, operation: Operation, field: string) {
  return describedIn(document, operation).parameters?.find(({ name }) => name === field)?.schema;
}

/** The example request of the OpenAPI document, with all or only the required fields. */
export function exampleCall(document: OpenApiDocument, operation: Operation, isFull: boolean): ExampleCall {
  const described = describedIn(document, operation);
  const made: ExampleCall = { params: {}, query: {}, headers: {}, body: undefined };
  for (const { name, in: place, required, schema, example } of described.parameters ?? []) {
    if (!required && !isFull) continue;
    const part = place === "path" ? made.params : place === "query" ? made.query : made.headers;
    part[name] = String(example ?? exampleOf(schema, isFull));
  }
  const schema = bodySchema(described);
  if (schema !== undefined) made.body = exampleOf(schema, isFull) as Record<string, unknown>;
  keepSomeFilters(made.query);
  keepSomeFilters(made.body ?? {});
  return made;
}

/** More filters at once are refused. */
function keepSomeFilters(given: Record<string, unknown>): void {
  if (countFilters(given) <= FILTERS_MAX) return;
  for (const key of FILTER_KEYS.slice(FILTERS_MAX)) delete given[key];
}

type Escape = (text: string) => string;

/** The URL of a call; hostile parameters are passed already escaped. */
export function addressOf(
  { path }: Operation,
  { params, query }: ExampleCall,
  escaped: Escape = encodeURIComponent,
): string {
  const url = path.replace(/:(\w+)/g, (_match, name: string) => escaped(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return `/api${url}${search === "" ? "" : `?${search}`}`;
}

/** A one-pixel image: accepted immediately, while a PDF would be inspected first. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The encoded body: JSON, or a form with a valid document in its file field. */
export function bodyOf({ fileField }: Operation, { body }: ExampleCall): { body?: string | FormData; type?: string } {
  if (body === undefined) return {};
  if (fileField === undefined) return { body: JSON.stringify(body), type: "application/json" };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (name !== fileField) form.set(name, String(value));
  if (fileField in body) form.set(fileField, new File([Buffer.from(PIXEL, "base64")], "card.png"));
  return { body: form };
}

export async function send(
  program: TestProgram,
  operation: Operation,
  made: ExampleCall,
  credentials: Record<string, string>,
): Promise<Response> {
  const { body, type } = bodyOf(operation, made);
  return await fetch(program.address + addressOf(operation, made), {
    method: operation.method,
    headers: { ...(type && { "content-type": type }), ...made.headers, ...credentials },
    ...(body !== undefined && { body }),
  });
}

/** Request headers of a caller with access to the operation, newly signed in. */
export async function credentialsFor(
  program: TestProgram,
  { access }: Operation,
  { role, orderId }: { role: Role; orderId: number },
): Promise<Record<string, string>> {
  if (access === "public") return {};
  if (access === "intake") return { authorization: `Bearer ${INTAKE_KEY}` };
  if (access === "visitor") return (await proveAddress(program.address, orderId)).headers;
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: emailOf(role), password: TEST_PASSWORD },
  });
  if (typeof body.jwtToken !== "string") throw new Error(`${role} could not sign in: ${body.message}`);
  return { authorization: body.jwtToken };
}

/** Leaving requires no grant, but writes only with one. */
export function asVisitor(operation: Operation): Operation {
  if (operation.path !== "/front/leave") return operation;
  const { shows: _, ...call } = operation;
  return { ...call, access: "visitor" };
}
