import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";

/** Compiled on a route's first use: compiling all schemas would slow the start noticeably. */
function compiledOnce(schema: z.ZodType): () => z.ZodType {
  let compiled: z.ZodType | undefined;
  return () => {
    compiled ??= z.compile(schema);
    return compiled;
  };
}

/** Validates requests with compiled schemas; a refused request is parsed again to get the error messages. */
export const checkInput: FastifySchemaCompiler<z.ZodType> = (route) => {
  const schema = compiledOnce(route.schema);
  let check: ReturnType<typeof validatorCompiler> | undefined;
  return (data) => {
    check ??= validatorCompiler({ ...route, schema: schema() });
    return check(data);
  };
};

/**
 * Serializes a response after validating it: unknown fields are dropped, a violation is our bug and a 500. Parsed
 * forwards by compiled code, which is correct because response schemas contain no transforms (a test over all operations
 * checks that); encoding them as codecs took three times as long.
 */
export const writeAnswer: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  const compiled = compiledOnce(schema);
  return (data) => {
    const { data: answer, error } = compiled().safeParse(data);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(answer);
  };
};
