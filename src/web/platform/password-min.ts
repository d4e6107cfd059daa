import type * as z from "zod";
import { passwordShort } from "#contract/auth/auth.ts";
import { pageConfig } from "./page-config.ts";

/** The minimum password length of a role in this installation; for an unknown role, the lowest. */
function passwordMin(role?: string): number {
  const { passwordMin: min } = pageConfig();
  return (role === undefined ? undefined : min[role]) ?? Math.min(...Object.values(min));
}

type Field = "newPassword" | "password";

/** A password schema with that minimum. Empty passwords are left to the schema. */
export function longEnough<S extends z.ZodType<string>>(schema: S, field: Field, role?: string) {
  const min = passwordMin(role);
  return schema.refine((text) => text === "" || text.length >= min, passwordShort(field, min));
}

/** The same for a form in which the role is chosen beside the password. */
export function longEnoughForType<O extends { password?: string | undefined; type: string }, I>(
  schema: z.ZodType<O, I>,
): z.ZodType<O, I> {
  return schema.refine(({ password, type }) => !password || password.length >= passwordMin(type), {
    path: ["password"],
    error: ({ input }) => passwordShort("password", passwordMin((input as O).type)),
    // Reported together with the errors of other fields.
    when: ({ value }) => typeof (value as Partial<O> | undefined)?.password === "string",
  });
}
