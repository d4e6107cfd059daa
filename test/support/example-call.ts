import type { Operation } from "#contract/operation.ts";
import { encodeOrderId } from "#contract/order-id.ts";
import type { Role } from "#contract/roles.ts";
import { call } from "./client.ts";
import { exampleOf, type JsonSchema } from "./examples.ts";
import { emailOf, INTAKE_KEY, TEST_PASSWORD, type TestProgram } from "./test-program.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
  /** Where OpenAPI keeps the example that a parameter's schema gave. */
  example?: unknown;
}

interface DescribedOperation {
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, { type: string }> };
}

/** A request of an operation, taken apart so that a test can spoil one part of it. */
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

function describedIn({ paths }: OpenApiDocument, operation: Operation): DescribedOperation {
  const url = `/api${operation.path.replace(/:(\w+)/g, "{$1}")}`;
  const described = paths[url]?.[operation.method.toLowerCase()];
  if (described === undefined) throw new Error(`${operation.method} ${url} is not in the document`);
  return described;
}

function bodySchema(described: DescribedOperation): JsonSchema | undefined {
  return Object.values(described.requestBody?.content ?? {})[0]?.schema;
}

/** What the document says of one field of a body. */
export function fieldSchema(document: OpenApiDocument, operation: Operation, field: string): JsonSchema | undefined {
  return bodySchema(describedIn(document, operation))?.properties?.[field];
}

/** The request that the document itself gives as an example: with everything, or with what is required. */
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
  return made;
}

type Escape = (text: string) => string;

/** The address of a call; its parameters are escaped already when they are to be hostile. */
export function addressOf(
  { path }: Operation,
  { params, query }: ExampleCall,
  escaped: Escape = encodeURIComponent,
): string {
  const url = path.replace(/:(\w+)/g, (_match, name: string) => escaped(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return `/api${url}${search === "" ? "" : `?${search}`}`;
}

/** One pixel: a document that is taken at once, where a PDF would be read first. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The body as it travels: JSON, or a form with a true document in its file field. */
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

/** The headers of whoever an operation is meant for, newly signed in. */
export async function credentialsFor(
  program: TestProgram,
  { access }: Operation,
  { role, orderId }: { role: Role; orderId: number },
): Promise<Record<string, string>> {
  if (access === "public") return {};
  if (access === "intake") return { authorization: `Bearer ${INTAKE_KEY}` };
  if (access === "visitor") return await visitorHeaders(program, orderId);
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: emailOf(role), password: TEST_PASSWORD },
  });
  if (typeof body.jwtToken !== "string") throw new Error(`${role} could not sign in: ${body.message}`);
  return { authorization: body.jwtToken };
}

/** The cookies and the header of a visitor who proved the e-mail of an order. */
async function visitorHeaders(program: TestProgram, orderId: number): Promise<Record<string, string>> {
  const { headers } = await call(program.address, "POST", "/api/front/track-order", {
    body: { orderId: encodeOrderId(orderId), email: "traveller@example.com" },
  });
  const cookies = headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  const xsrf = cookies.find((each) => each.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  return { cookie: cookies.join("; "), "x-xsrf-token": decodeURIComponent(xsrf) };
}
