import type * as z from "zod";
import type { Operation } from "#contract/operation.ts";
import type { ApiCall, CallInput } from "./api-call.ts";

/** The envelope of an operation's success: `status`, `message`, `data` and its additional fields. */
export type SuccessOf<O extends Operation> = {
  status: 1;
  message: string;
  data: z.output<O["data"]>;
} & (O["extra"] extends z.ZodRawShape ? z.output<z.ZodObject<O["extra"]>> : object);

interface EndpointPart<O extends Operation, A> {
  query: (arg: A) => ApiCall;
  transformResponse: (envelope: SuccessOf<O>) => SuccessOf<O>;
}

/**
 * The part of an RTK Query endpoint that an operation determines. Spread it into `build.query` or `build.mutation`:
 *
 *     listOrders: build.query({ ...callOf(listOrders, (page: number) => ({ params, query })), providesTags })
 *
 * An operation without input needs no second argument. The base query has parsed the response with the operation's schemas, so its type is the contract's.
 */
export function callOf<O extends Operation>(operation: O): EndpointPart<O, void>;
export function callOf<O extends Operation, A>(operation: O, input: (arg: A) => CallInput<O>): EndpointPart<O, A>;
export function callOf<O extends Operation, A>(operation: O, input?: (arg: A) => CallInput<O>): EndpointPart<O, A> {
  return {
    query: (arg) => ({ operation, ...input?.(arg) }),
    transformResponse: (envelope) => envelope,
  };
}

/** The same for an operation whose whole input is its body. */
export function callWithBody<O extends Operation & { body: z.ZodType }>(operation: O) {
  return callOf(operation, (body: z.input<O["body"]>) => ({ body }) as unknown as CallInput<O>);
}

/** The same for an operation whose whole input is its query. */
export function callWithQuery<O extends Operation & { query: z.ZodObject }>(operation: O) {
  return callOf(operation, (query: z.input<O["query"]>) => ({ query }) as unknown as CallInput<O>);
}
