import type * as z from "zod";

/** The error of a strict object for keys that it doesn't have. One of them is named: a body may hold thousands. */
export const unknownKey: z.core.$ZodErrorMap<z.core.$ZodIssueUnrecognizedKeys | z.core.$ZodIssueInvalidType> = (
  issue,
) => (issue.code === "unrecognized_keys" ? `${String(issue.keys[0]).slice(0, 50)} is unknown here.` : undefined);
