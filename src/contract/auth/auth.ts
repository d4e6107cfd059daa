import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation, SMALL_BODY } from "#contract/operation.ts";
import { roleSchema } from "#contract/roles.ts";
import { emailText } from "#contract/text-schemas.ts";
import { AUTH_MESSAGES } from "./messages.ts";

export const sessionUserSchema = z
  .object({ id: z.int(), name: z.string(), email: z.string(), type: roleSchema })
  .meta({ id: "SessionUser" });
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The specified minimum length; an installation may require more, by role, up to the ceiling. */
export const PASSWORD_FLOOR = 6;
export const PASSWORD_CEILING = 64;
/** The longest password that is accepted. */
const PASSWORD_MAX = 200;

/** The error of a password that is too short; each form uses its own field name. */
export function passwordShort(field: "newPassword" | "password", min: number): string {
  return `${field === "newPassword" ? "New Password" : "Password"} must be at least ${min} characters.`;
}

/**
 * A new password. The server's rules decide the required length, which depends on the installation and the role, and
 * refuse easily guessed passwords.
 */
export function newPasswordText(
  missing: string = AUTH_MESSAGES.newPasswordRequired,
  long: string = AUTH_MESSAGES.newPasswordLong,
) {
  return z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .max(PASSWORD_MAX, long)
    .meta({ examples: ["correct horse 7"] });
}

export const presentedPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(1000, missing)
    .meta({ examples: ["correct horse 7"] });

export const signInSchema = z.object({
  email: emailText(AUTH_MESSAGES.signInEmailRequired, AUTH_MESSAGES.signInEmailInvalid),
  password: presentedPassword(AUTH_MESSAGES.signInPasswordRequired),
  rememberMe: z.boolean().optional(),
});

export const signIn = defineOperation({
  method: "POST",
  path: "/admin/admin-login",
  summary: "Sign a team member in",
  access: "public",
  body: signInSchema,
  bodyLimit: SMALL_BODY,
  data: sessionUserSchema,
  extra: {
    jwtToken: z.string(),
    /** The member's role needs a second factor from then on, and the member has none. */
    second_factor: z.object({ required: z.literal(true), due_at: instantSchema }).optional(),
  },
});

export const signOut = defineOperation({
  method: "POST",
  path: "/admin/logout",
  summary: "End this session on the server",
  access: "session",
  shows: "nothing",
  enrolment: true,
  data: z.null(),
});

export const userInfo = defineOperation({
  method: "GET",
  path: "/user_info",
  summary: "The signed-in member",
  access: "session",
  shows: "nothing",
  data: sessionUserSchema.extend({
    /** Who typed the member's password; absent once they have chosen their own. */
    password_set_by: z.string().optional(),
  }),
});

export const changePasswordSchema = z.object({
  newPassword: newPasswordText(),
  currentPassword: presentedPassword(AUTH_MESSAGES.currentPasswordRequired).optional(),
});

export const changePassword = defineOperation({
  method: "POST",
  path: "/admin/change-password",
  summary: "Change the caller's password and end all their sessions",
  access: "session",
  shows: "nothing",
  body: changePasswordSchema,
  data: z.null(),
});

export const forgotPasswordSchema = z.object({
  email: emailText(AUTH_MESSAGES.signInEmailRequired, AUTH_MESSAGES.signInEmailInvalid),
});

/** The same response for every address, so that it reveals nobody's account (decision record 0047). */
export const forgotPassword = defineOperation({
  method: "POST",
  path: "/admin/forgot-password",
  summary: "Request a mail with a link to set a new password",
  access: "public",
  body: forgotPasswordSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});

/** The token of a mailed link: 256 random bits in base64url. */
export const linkTokenSchema = z
  .string({ error: AUTH_MESSAGES.resetTokenInvalid })
  .regex(/^[A-Za-z0-9_-]{43}$/, AUTH_MESSAGES.resetTokenInvalid)
  .meta({ examples: ["A".repeat(43)] });

export const resetPasswordSchema = z.object({ token: linkTokenSchema, newPassword: newPasswordText() });

export const resetPassword = defineOperation({
  method: "POST",
  path: "/admin/reset-password",
  summary: "Set a new password with a mailed link; ends all sessions of the member",
  access: "public",
  body: resetPasswordSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});
