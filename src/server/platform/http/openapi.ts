import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import * as z from "zod";
import { refusalSchema } from "#contract/envelope.ts";
import type { Access, Operation } from "#contract/operation.ts";

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

/** OpenAPI fields of an operation beyond its Fastify schema. */
function documented(operation: Operation) {
  return {
    tags: [operation.path.split("/")[1] ?? ""],
    security: securityOf(operation.access),
    ...(operation.fileField && { consumes: ["multipart/form-data"], body: multipartBody(operation) }),
    ...(operation.rawBody && { consumes: [...operation.rawBody], body: operation.body }),
    ...(operation.binary && { produces: [operation.binary] }),
  };
}

function documentedResponses(operation: Operation, success: object | undefined) {
  const file = operation.binary && { "2xx": z.string().meta({ format: "binary" }) };
  return { ...success, ...file, "4xx": refusalSchema, "5xx": refusalSchema };
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
      info: { title: `Arrival Desk: ${serviceName}`, version: "1" },
      servers: [{ url: "/" }],
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
    transformObject: jsonSchemaTransformObject,
  });
  app.get("/openapi.json", { config: { access }, schema: { hide: true } }, async () => app.swagger());
}
