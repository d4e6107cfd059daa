import * as z from "zod";

interface ListLimits {
  max: number;
  /** The messages for an empty list and for one that is too long. */
  none: string;
  tooMany: string;
}

/**
 * A list of `item` from outside. Zod validates every item before it checks the length and builds a message for each:
 * 1 MB of invalid items blocked the server for 11 s. This schema checks the length first and stops at the first
 * invalid item.
 */
export function countedFirst<S extends z.ZodType>(item: z.ZodType, schema: S, { max, none, tooMany }: ListLimits) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value)) return value;
    const refuse = (message: string, path: PropertyKey[] = []) => {
      context.addIssue({ code: "custom", message, path });
      return z.NEVER;
    };
    if (value.length === 0) return refuse(none);
    if (value.length > max) return refuse(tooMany);
    for (const [index, each] of value.entries()) {
      const fault = item.safeParse(each).error?.issues[0];
      if (fault !== undefined) return refuse(fault.message, [index, ...fault.path]);
    }
    return value;
  }, schema);
}
