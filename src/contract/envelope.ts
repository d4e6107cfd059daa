import * as z from "zod";
import { errorCodeSchema } from "./errors.ts";

export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** A refusal. `requestId` identifies the server's log line; `errors` names the invalid fields. */
export const refusalSchema = z
  .object({
    status: z.literal(0),
    message: z.string(),
    code: errorCodeSchema,
    requestId: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
    data: z.unknown().optional(),
  })
  .meta({ id: "Refusal" });
export type Refusal = z.infer<typeof refusalSchema>;

/** A success around `data`, with a call's additional envelope fields (`total`, `jwtToken`, …). */
export function successSchema<D extends z.ZodType, X extends z.ZodRawShape>(data: D, extra: X) {
  return z.object({ status: z.literal(1), message: z.string(), data, ...extra });
}

/** The response of a call on many orders: the result for each. */
export const perOrderResultSchema = z
  .object({
    order_id: z.number(),
    status: z.union([z.literal(0), z.literal(1)]),
    message: z.string(),
    /** Of some refusals, for callers that act on the reason. */
    code: errorCodeSchema.optional(),
  })
  .meta({ id: "PerOrderResult" });
export type PerOrderResult = z.infer<typeof perOrderResultSchema>;
