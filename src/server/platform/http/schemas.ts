import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";

/** Generated when a route is used first: all of them at once would be felt at the start of the program. */
function compiledOnce(schema: z.ZodType): () => z.ZodType {
  let compiled: z.ZodType | undefined;
  return () => {
    compiled ??= z.compile(schema);
    return compiled;
  };
}

/** Checks what comes in against the contract, by generated code; what it refuses is checked again for its words. */
export const checkInput: FastifySchemaCompiler<z.ZodType> = (route) => {
  const schema = compiledOnce(route.schema);
  let check: ReturnType<typeof validatorCompiler> | undefined;
  return (data) => {
    check ??= validatorCompiler({ ...route, schema: schema() });
    return check(data);
  };
};

/**
 * Writes an answer, after the contract has looked at it: what it does not know is left out, what is not as promised is
 * a fault of ours. Checked forwards, by generated code, which is right for answers because nothing in them is
 * transformed (a test over all operations holds that): reading them backwards as codecs took three times as long.
 */
export const writeAnswer: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  const compiled = compiledOnce(schema);
  return (data) => {
    const { data: answer, error } = compiled().safeParse(data);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(answer);
  };
};
