import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import * as z from "zod";
import { refusalSchema } from "#contract/envelope.ts";
import type { Access, Operation } from "#contract/operation.ts";
import { PERMISSIONS, type Permission } from "#contract/roles.ts";

const transform = createJsonSchemaTransform({});

const SECURITY: Record<"staff" | "visitor" | "intake", Record<string, string[]>[]> = {
  staff: [{ session: [] }],
  visitor: [{ visitor: [], xsrf: [] }],
  intake: [{ intake: [] }],
};

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === "public") return [];
  if (access === "visitor" || access === "intake") return SECURITY[access];
  return SECURITY.staff;
}

/** The groups of calls, by the first part of their path. */
const TAGS: Record<string, string> = {
  admin: "The console: calls of team members, by the token of `admin-login` in `Authorization`.",
  user_info: "Who is signed in.",
  front: "The customer's page, by the cookie that `track-order` sets.",
  intake: "Checkouts, by an intake key.",
  hooks: "Mail providers, which sign their reports.",
};

const tagOf = ({ path }: Operation) => path.split("/")[1] ?? "";

/** `getOrdersDetails` for `GET /admin/get-orders-details/:orderId`; the groups of machines stand before the rest. */
function operationIdOf({ method, path, id }: Operation): string {
  if (id !== undefined) return id;
  const parts = path.split("/").filter((part) => !["", "admin", "front"].includes(part) && !part.startsWith(":"));
  const words = parts.flatMap((part) => part.split(/[-_]/));
  if (method === "GET" && words[0] !== "get") words.unshift("get");
  return words.map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join("");
}

const CALLERS: Record<string, string> = {
  public: "For anybody.",
  visitor: "For a customer who proved the order's e-mail address.",
  intake: "For a checkout with an intake key.",
  session: "For every signed-in member.",
};

/** Who may call it, what the server counts, and what it takes besides. */
function descriptionOf(operation: Operation): string {
  const { access, shows, summary } = operation;
  const sentences = [
    `${summary}.`,
    CALLERS[access] ?? `For ${PERMISSIONS[access as Permission].join(", ")}.`,
    operation.fresh &&
      "Refused with `reauthentication_required` later than 15 minutes after the identity was confirmed.",
    shows === "rows" && "Its rows count towards the hourly alarm and stand in the view log.",
    shows !== undefined &&
      !["rows", "nothing"].includes(shows) &&
      `An opened order (${shows}) that counts towards the hourly limit and stands in the view log.`,
    operation.fileField &&
      `A form with the file \`${operation.fileField}\`${operation.isFileOptional ? ", or without it" : ""}.`,
    operation.binary && `Answers ${operation.binary} instead of JSON.`,
    operation.countsAsUse === false && "Does not keep an idle session alive.",
  ];
  return sentences.filter((sentence) => typeof sentence === "string").join(" ");
}

/** OpenAPI fields of an operation beyond its Fastify schema. */
function documented(operation: Operation) {
  return {
    operationId: operationIdOf(operation),
    description: descriptionOf(operation),
    tags: [tagOf(operation)],
    security: securityOf(operation.access),
    ...(operation.fileField && { consumes: ["multipart/form-data"], body: multipartBody(operation) }),
    ...(operation.rawBody && { consumes: [...operation.rawBody], body: operation.body }),
    ...(operation.binary && { produces: [operation.binary] }),
  };
}

/** What each status means; every call may answer those of `ALWAYS`. */
const REFUSALS: Record<string, string> = {
  "400": "A value is missing or wrong; `errors` names each.",
  "401": "Not signed in, no proof, or no key; or it has expired.",
  "403": "Not allowed, or the identity has to be confirmed first.",
  "404": "What the call names does not exist.",
  "408": "The body did not arrive in time.",
  "409": "Somebody else changed it first, or the key was used for something else.",
  "413": "The body is too large.",
  "415": "The body has another media type.",
  "422": "A rule forbids it, or it has to be confirmed; `code` says which.",
  "429": "Too many calls; `Retry-After` says when to try again.",
  "500": "A fault of the server; `requestId` finds it in the log.",
  "503": "Not available at the moment, or the outcome is unclear: ask before repeating.",
};
const ALWAYS = ["400", "401", "429", "500", "503"];

function refusalsOf(operation: Operation): string[] {
  const { access, method, body, params } = operation;
  const isChange = method !== "GET";
  return Object.keys(REFUSALS).filter(
    (status) =>
      ALWAYS.includes(status) ||
      (status === "403" && access !== "public" && access !== "intake") ||
      (status === "404" && (params !== undefined || body !== undefined)) ||
      (["408", "413", "415"].includes(status) && body !== undefined) ||
      (["409", "422"].includes(status) && isChange),
  );
}

function documentedResponses(operation: Operation, success: object | undefined) {
  const status = String(operation.successStatus ?? 200);
  const file = operation.binary && z.string().meta({ format: "binary" });
  const answer = file || Object.values(success ?? {})[0];
  return { [status]: answer, ...Object.fromEntries(refusalsOf(operation).map((each) => [each, refusalSchema])) };
}

interface Described {
  paths?: Record<string, Record<string, { responses?: Record<string, { description: string }> }>>;
  components?: { schemas?: Record<string, unknown> };
}

/**
 * Names what each status means, sorts the schemas, and leaves out those that nothing refers to: the library writes one
 * for each direction.
 */
function finished<T>(document: T): T {
  const { paths = {}, components } = document as Described;
  for (const { responses = {} } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) response.description = REFUSALS[status] ?? "Done.";
  }
  const schemas = components?.schemas ?? {};
  for (let unused = unusedSchemas(document, schemas); unused.length > 0; unused = unusedSchemas(document, schemas)) {
    for (const name of unused) delete schemas[name];
  }
  // Registered in the order of imports, which no reader of the document should see.
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  if (components !== undefined) components.schemas = Object.fromEntries(byName);
  return document;
}

function unusedSchemas(document: unknown, schemas: Record<string, unknown>): string[] {
  const text = JSON.stringify(document);
  return Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
}

function multipartBody(operation: Operation): z.ZodType {
  const fields = operation.body as z.ZodObject;
  const one = z.string().meta({ format: "binary" });
  const file = operation.maxFiles === undefined ? one : z.array(one).max(operation.maxFiles);
  return fields.extend({ [operation.fileField ?? ""]: operation.isFileOptional ? file.optional() : file });
}

/**
 * Serves the OpenAPI 3.1 document of all operations, generated from the contract, at `/openapi.json` below the prefix.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  { serviceName, access }: { serviceName: string; access: "public" | "session" },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `Arrival Desk: ${serviceName}`,
        version: "1",
        description: "Every call of this installation. All but files and events answer one envelope, see `status`.",
        contact: { name: serviceName },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "header", name: "Authorization" },
          visitor: { type: "apiKey", in: "cookie", name: "visitor" },
          xsrf: { type: "apiKey", in: "header", name: "X-XSRF-TOKEN" },
          intake: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: (args) => {
      const { operation } = args.route.config ?? {};
      if (operation === undefined) return { schema: { hide: true }, url: args.url };
      const response = documentedResponses(operation, args.schema.response as object | undefined);
      const schema = { ...args.schema, response, ...documented(operation) };
      return transform({ ...args, schema });
    },
    transformObject: (input) => finished(jsonSchemaTransformObject(input)),
  });
  app.get("/openapi.json", { config: { access }, schema: { hide: true } }, async () => app.swagger());
}
